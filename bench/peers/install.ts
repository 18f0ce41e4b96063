import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apt } from '../../bootstrap/apt.mjs'

export const debian = {
  'redis-server': '/usr/bin/redis-server',
  'postgresql-15-postgis-3': '/usr/share/postgresql/15/extension/postgis.control',
}

/** Exact versions of npm packages, which are never installed among the project's own. */
export const npmPackages = {
  parse: { 'parse-server': '9.10.0' },
  strapi: {
    '@strapi/strapi': '5.54.0',
    pg: '8.23.1',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
}

/** Returns the installed versions of these Debian packages. */
export function debianVersions(names: string[]): Record<string, string> {
  const args = ['-W', '-f', '${Package} ${Version}\n', ...names]
  const { stdout } = spawnSync('dpkg-query', args, { encoding: 'utf8' })
  const installed = (stdout ?? '').split('\n').flatMap((line) => {
    const [name, version] = line.split(' ')
    return name && version ? [[name, version] as const] : []
  })
  return Object.fromEntries(installed)
}

/** Returns the versions of the products that a run compares. */
export function peerVersions(): Record<string, string> {
  const { parse, strapi } = npmPackages
  const own = { ...parse, '@strapi/strapi': strapi['@strapi/strapi'] }
  return { ...debianVersions(Object.keys(debian)), ...own }
}

/**
 * Makes sure that these Debian packages are installed. Recognizes each by one of its files, and installs missing ones
 * if it has the rights to.
 */
export function needDebian(wanted: Record<string, string>, who = 'The peers'): void {
  const lacking = () => Object.keys(wanted).filter((name) => !existsSync(wanted[name]!))
  const missing = lacking()
  if (missing.length === 0) return
  const command = `apt-get install --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(
      `${who} need${who.endsWith('s') ? '' : 's'} ${missing.join(' and ')}, which this machine lacks. As root on Debian 12: ${command}`,
    )
  console.log(`Installing ${missing.join(' and ')} with apt-get …`)
  withoutServices(() => {
    apt('update')
    apt('install', '--no-install-recommends', ...missing)
  })
  const still = lacking()
  if (still.length > 0) throw new Error(`${still.join(' and ')} could not be installed: ${command}`)
}

/**
 * Files that keep Debian's packages from starting what they install (invoke-rc.d), and PostgreSQL's packages from
 * creating a database of their own.
 */
const forbidding = {
  '/usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
  '/etc/postgresql-common/createcluster.d/yolo-bench.conf': 'create_main_cluster = false\n',
}

function withoutServices(work: () => void): void {
  const ours = Object.entries(forbidding).filter(([path]) => !existsSync(path))
  for (const [path, text] of ours) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    chmodSync(path, 0o755)
  }
  try {
    work()
  } finally {
    for (const [path] of ours) rmSync(path, { force: true })
  }
}

/** Makes sure that the folder contains exactly these packages. Installs them only if their versions have changed. */
export async function needNpm(folder: string, packages: Record<string, string>): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: packages })
  const mark = join(folder, 'installed.json')
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return
  console.log(`Installing ${Object.keys(packages)[0]} with npm …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), wanted)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`npm could not install ${Object.keys(packages).join(', ')}.`)
  writeFileSync(mark, wanted)
}
