// Takes pictures of every screen, or of those named, at 390 and 1280 px in light and dark colors, for a person to look
// at. Run with `npm run look -- [name …]`; writes to test-results/contact-sheet/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser, browserFlags } from '../../bootstrap/browser.mjs'
import { knownIn, screensOf } from './screens.ts'
import { openSite } from '../site/site.mjs'

const looks = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
]
/** Maximum height of a picture, in px. Longer pages are cut, because they repeat themselves further down. */
const longest = 2600

const folder = fileURLToPath(new URL('../../test-results/contact-sheet/', import.meta.url))
const chosen = process.argv.slice(2)
const { path: executablePath } = await findBrowser()
const site = await openSite()
const browser = await chromium.launch({ executablePath, args: browserFlags })
try {
  const screens = screensOf(await knownIn(site.origin)).filter(
    ({ name }) => chosen.length === 0 || chosen.includes(name),
  )
  if (chosen.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const sessions = {
    member: await logIn(({ id }) => id >= 1000),
    admin: await logIn(({ id }) => id === 514),
  }
  for (const screen of screens) {
    await join(
      screen.name,
      await Promise.all(looks.map((look) => shoot(screen, look, sessions[screen.as]))),
    )
    console.log(`${screen.name.padEnd(24)} ${screen.path}`)
  }
  if (chosen.length === 0) writeFileSync(`${folder}index.html`, index(screens))
  console.log(`\n${screens.length} screens, four looks each: ${folder}`)
} finally {
  await browser.close()
  await site.stop()
}

async function logIn(who) {
  const { email, password } = site.logins.find(who)
  const answer = await fetch(`${site.origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.text()
}

async function shoot({ path }, { width, height, colorScheme }, session) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme })
  try {
    if (session) await context.addInitScript((user) => localStorage.setItem('user', user), session)
    const page = await context.newPage()
    await page.goto(site.origin + path)
    // A page is ready once it has a heading, whether the server or the browser renders it.
    await page.waitForSelector('h1', { timeout: 5_000 }).catch(() => {})
    // Waits for the page's requests, with a short timeout because the event stream never ends.
    await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
    const all = await page.evaluate(() => document.documentElement.scrollHeight)
    // Makes the window as tall as the page, so that it also loads what it would load on scrolling.
    await page.setViewportSize({ width, height: Math.min(Math.max(all, height), longest) })
    await page.evaluate(() => document.fonts.ready)
    // Waits for images, with a timeout because hidden ones and those below the cut never load.
    await page
      .waitForFunction(() => [...document.images].every(({ complete }) => complete), null, {
        timeout: 2_000,
      })
      .catch(() => {})
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** Writes one picture with a screen's four looks side by side. */
async function join(name, pictures) {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()))
  let left = 0
  const parts = pictures.map((input, index) => {
    const part = { input, left, top: 0 }
    left += sizes[index].width + 20
    return part
  })
  const height = Math.max(...sizes.map((size) => size.height))
  await sharp({ create: { width: left - 20, height, channels: 3, background: '#808080' } })
    .composite(parts)
    .png()
    .toFile(`${folder}${name}.png`)
}

function index(screens) {
  const parts = screens.map(
    ({ name, path }) =>
      `<h2 id="${name}">${name} <small>${path.replaceAll('&', '&amp;')}</small></h2><img src="${name}.png" alt="" width="1670">`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>${parts.join('\n')}\n`
}
