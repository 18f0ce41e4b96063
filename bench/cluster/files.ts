import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SystemUser } from '../../platform/server/postgres/account.ts'

/** Folder with the files for real machines. The bench uses the same files. */
export const deployed = new URL('../../deploy/cluster/', import.meta.url)

/** Name of each program's template, which is also the name of its file on a machine. */
export const templates = {
  etcd: 'etcd.env',
  patroni: 'patroni.yml',
  proxy: 'haproxy.cfg',
} as const

export type Values = Record<string, string>

/** Parses lines of NAME=value, as a shell and systemd read them. */
export function valuesOf(text: string): Values {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** Replaces ${NAME} as envsubst does, but throws if a value is missing. */
export function rendered(text: string, values: Values): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`node.env gives no ${name}.`)
    return value
  })
}

export const read = (file: string) => readFileSync(new URL(file, deployed), 'utf8')

/** Creates a folder that belongs to the account that runs the programs. */
export function makeFolder(path: string, account?: SystemUser): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (account) chownSync(path, account.uid, account.gid)
}

/** Writes a file that only its owner may read, because it contains passwords. Returns its path. */
export function put(path: string, text: string, account?: SystemUser): string {
  makeFolder(dirname(path), account)
  writeFileSync(path, text, { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}
