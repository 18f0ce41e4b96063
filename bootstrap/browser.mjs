import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'

/** Flags under which a browser runs as root, without a network and without a screen. */
export const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser that starts on this machine, installed if need be; the ways are tried in this order. */
export async function findBrowser() {
  const ways = [
    { from: 'named by CHROMIUM_PATH', find: () => process.env.CHROMIUM_PATH },
    { from: 'of this machine', find: () => usual.find(runs) },
    { from: 'installed now by apt-get', find: fromDebian },
    { from: 'from the npm package @sparticuz/chromium', find: fromPackage },
    { from: 'downloaded by Playwright', find: fromPlaywright },
  ]
  const failed = []
  for (const { from, find } of ways) {
    try {
      const path = await find()
      if (path && runs(path)) return { path, from }
      if (path) failed.push(`${path} (${from}) does not start`)
    } catch (error) {
      failed.push(`${from}: ${error.message}`)
    }
  }
  throw new Error(`No browser was found or could be installed:\n  ${failed.join('\n  ')}`)
}

function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version', '--no-sandbox']).status === 0
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.error('Installing chromium with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: ['ignore', 2, 2] })
  apt('update')
  apt('install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  return usual.find(runs)
}

/** Unpacked once into node_modules; wrapped, so that the libraries it brings along are its alone. */
async function fromPackage() {
  const folder = join(project, 'node_modules/.cache/chromium')
  mkdirSync(folder, { recursive: true })
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  await chromium.executablePath()
  await inflate(join(project, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  const quoted = (path) => `'${join(folder, path).replaceAll("'", `'\\''`)}'`
  const settings = `LD_LIBRARY_PATH=${quoted('al2023/lib')} FONTCONFIG_PATH=${quoted('fonts')}`
  const wrapper = join(folder, 'run')
  writeFileSync(wrapper, `#!/bin/sh\n${settings} exec ${quoted('chromium')} "$@"\n`, {
    mode: 0o755,
  })
  return wrapper
}

async function fromPlaywright() {
  const program = join(project, 'node_modules/playwright-core/cli.js')
  spawnSync(process.execPath, [program, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}
