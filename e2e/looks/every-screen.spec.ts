import type { Page } from '@playwright/test'
import { categories } from '../../domain/vocabulary/categories.ts'
import {
  axeFindings,
  expect,
  expectInWindow,
  expectReadableWhenLarge,
  listen,
  long,
  test as base,
} from '../checks.ts'
import { loginOf } from '../site/operator.ts'
import { knownIn, screensOf, type Screen } from './screens.ts'
import { expectTouchable } from '../tapping/touch.ts'

// Playwright collects the tests before the site runs. Only the names are used here, so any ids will do.
const all = screensOf({ restaurant: 0, dish: 0, member: 0 }).map(({ name }) => name)
/**
 * Names of the screens to check. `npm test -- changed` sets those that the change affects; all are checked if unset.
 */
const selected = process.env.SCREENS?.split(',')
const names = all.filter((name) => selected?.includes(name) ?? true)
/** Pages to skip: all fourteen categories use the same screen, so only the first one is checked. */
const twins: string[] = categories.slice(1).map(({ slug }) => slug)

/**
 * Screens that `npm run test:long` checks: addresses with the same screen as another, and further states of one that is
 * checked.
 */
const variants = [
  'eat',
  'burgers-anywhere',
  'burgers-filtered',
  'burgers-map-near',
  'burgers-nowhere-near',
  'restaurant-gone',
  'user-gone',
  'contest-gone',
  'search-nothing',
  'loginv2',
  'user-login',
  'pretend-apple-unasked',
  'contest1',
  'contest2',
  'notify',
  'admin-year',
  'admin-merge',
  'admin-merge-of',
  'restaurentDetail',
  'itemDetails',
  'categories-pizza',
  'home-member',
  'admin-contests',
  'admin-members',
  'recentYollos',
  'markedItemExpired',
  'markedClosedRestaurant',
  'findemails',
  'restaurent',
]

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
  // A window of 1280 px at 200 % zoom has 640 CSS px.
  'desktop at 200 %': { width: 640, height: 450 },
  'the narrowest': { width: 320, height: 640 },
}

const looks = [
  { size: 'phone', colorScheme: 'light', axe: [] },
  // The phone look runs all rules, so only dark colors remain to be checked. `test:long` runs all rules here too, for
  // parts that only wide screens show.
  { size: 'desktop', colorScheme: 'dark', axe: long ? [] : ['color-contrast'] },
] as const

const newcomer = () => {
  const unique = `${process.pid}.${Date.now()}`
  return {
    userName: `Every ${unique}`,
    email: `every.${unique}@example.com`,
    password: 'nine calm otters',
  }
}

type Role = NonNullable<Screen['as']> | 'visitor'
type PageOf = (role: Role) => Promise<Page>

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

/** Provides one page per role to all tests of a worker, because opening a page takes as long as checking a screen. */
const test = base.extend<object, { pageOf: PageOf }>({
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<Role, Promise<Page>>()
      const open = async (role: Role) => {
        const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
        const page = await context.newPage()
        // Never answered: the page 'You are offline' would leave for another one two seconds later.
        await page.route('/api/health/live', () => {})
        await listen(page)
        if (role === 'visitor') return page
        const answer =
          role === 'admin'
            ? await context.request.post('/api/login', { data: await loginOf(514) })
            : await context.request.post('/api/register', { data: newcomer() })
        expect(answer.status()).toBe(200)
        const session = JSON.stringify(await answer.json())
        await page.addInitScript((user) => localStorage.setItem('user', user), session)
        return page
      }
      await use((role) => pages.get(role) ?? pages.set(role, open(role)).get(role)!)
      for (const page of pages.values()) await (await page).context().close()
    },
    { scope: 'worker' },
  ],
})

// One test per screen, so that they can run in parallel.
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

for (const name of names.filter((screen) => !twins.includes(screen)))
  test(
    `${name}: no axe violation, no breach of the CSP, no error, no sideways scroll at any size and nothing too small for a finger, light or dark`,
    { tag: variants.includes(name) ? ['@long'] : [] },
    async ({ pageOf }) => {
      const { path, as, status, gone } = screensOf(await knownIn(origin)).find(
        (screen) => screen.name === name,
      )!
      const page = await pageOf(as ?? 'visitor')
      const complaints = await listen(page)
      complaints.length = 0
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(status ?? 200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page).toHaveTitle(/ · Yolo$/)
      for (const [size, viewport] of Object.entries(sizes))
        await test.step(size, async () => {
          await page.setViewportSize(viewport)
          await expectInWindow(page)
        })
      if (as !== 'admin')
        await test.step('phone, text at 200 %', async () => {
          await page.setViewportSize(sizes.phone)
          await expectReadableWhenLarge(page)
        })
      await test.step('phone, by finger', async () => {
        await page.setViewportSize(sizes.phone)
        await expectTouchable(page)
      })
      for (const { size, colorScheme, axe } of looks)
        await test.step(`${size}, ${colorScheme}`, async () => {
          await page.setViewportSize(sizes[size])
          await page.emulateMedia({ colorScheme })
          expect(await axeFindings(page, ...axe)).toEqual([])
        })
      expect(
        complaints.filter((text) => !((status || gone) && /Failed to load resource/.test(text))),
      ).toEqual([])
    },
  )

test('every public page says what it is: its own title and description, its address, its picture', async ({
  request,
  baseURL,
}) => {
  const seen = new Map<string, string>()
  for (const { name, path, as, status } of screensOf(await knownIn(baseURL!))) {
    if (as || status) continue
    const html = await (await request.get(path)).text()
    if (html.includes('name="robots" content="noindex"')) continue
    const meta = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    const title = meta(/<title>([^<]*)<\/title>/)
    const canonical = meta(/<link rel="canonical" href="([^"]*)"/)
    expect(title, name).toMatch(/.{3,} · Yolo$/)
    expect(meta(/<meta name="description" content="([^"]*)"/).length, name).toBeGreaterThan(30)
    expect(canonical, name).toMatch(new RegExp(`^${baseURL}/[^?]+$`))
    // Two paths may only have the same title if they have the same canonical address.
    expect(seen.get(title) ?? canonical, `${name} is called '${title}'`).toBe(canonical)
    seen.set(title, canonical)
    const picture = meta(/<meta property="og:image" content="([^"]*)"/)
    const drawn = await request.get(picture)
    expect(drawn.status(), picture).toBe(200)
    expect(drawn.headers()['content-type'], picture).toMatch(/^image\/(png|jpeg)$/)
    for (const [, schema] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
      expect(JSON.parse(schema!)['@context'], name).toBe('https://schema.org')
  }
  expect(seen.size).toBeGreaterThan(20)
})
