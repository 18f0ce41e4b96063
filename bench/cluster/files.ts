import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Account } from '../../platform/server/postgres/account.ts'

/** What runs on real machines: the bench starts these very files. */
export const deployed = new URL('../../deploy/cluster/', import.meta.url)

/** The template of each, and what it is called where it is put. */
export const templates = {
  etcd: 'etcd.env',
  patroni: 'patroni.yml',
  proxy: 'haproxy.cfg',
} as const

export type Values = Record<string, string>

/** NAME=value, a line each; as a shell and systemd read them. */
export function valuesOf(text: string): Values {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** What envsubst does, but nothing may be missing. */
export function rendered(text: string, values: Values): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`node.env gives no ${name}.`)
    return value
  })
}

export const read = (file: string) => readFileSync(new URL(file, deployed), 'utf8')

/** A folder of the account that what is started here runs as. */
export function makeFolder(path: string, account?: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (account) chownSync(path, account.uid, account.gid)
}

/** Passwords stand in it. */
export function put(path: string, text: string, account?: Account): string {
  makeFolder(dirname(path), account)
  writeFileSync(path, text, { mode: 0o600 })
  if (account) chownSync(path, account.uid, account.gid)
  return path
}
