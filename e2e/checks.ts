import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

const require = createRequire(import.meta.url)
const ofBuilder = createRequire(require.resolve('@axe-core/playwright'))
const { source: axeSource } = ofBuilder('axe-core') as { source: string }

const complaintsOn = new WeakMap<Page, string[]>()

/** Collects script errors, console errors and CSP violations from now on. */
export async function listen(page: Page): Promise<string[]> {
  const known = complaintsOn.get(page)
  if (known) return known
  const complaints: string[] = []
  complaintsOn.set(page, complaints)
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (breach) =>
      console.error(`CSP: ${breach.violatedDirective} ${breach.blockedURI} ${breach.sample}`),
    )
  })
  return complaints
}

/** Playwright's `test`, with a page whose errors are collected from the start. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    await listen(page)
    await use(page)
  },
})

export { expect }

/** Delays the wizard's last page, which would open My Page after 10 s, so that a test can look at it. */
export const stayOnLastPage = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: real } = window
    window.setTimeout = ((work: () => void, ms?: number) =>
      real(work, ms === 1_000 ? 600_000 : ms)) as typeof window.setTimeout
  })

type Finding = [rule: string, elements: string[]]

/** Returns the violations of these axe rules, or of all rules, in what the page shows. */
export async function axeFindings(page: Page, ...only: string[]): Promise<Finding[]> {
  await untilStill(page)
  // Evaluating axe's source takes as long as an analysis, so each document gets it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const scroll = await hideRepeated(page)
  const axe = new AxeBuilder({ page, axeSource: 'undefined' })
    .options({
      resultTypes: ['violations'],
      // Off by default. Tap targets are at least 24 px wide and high, or apart from each other.
      rules: { 'target-size': { enabled: true } },
      ...(only.length > 0 && { runOnly: { type: 'rule', values: only } }),
    })
    // There are no frames whose results must be joined in a separate page, which takes a second.
    .setLegacyMode()
  const { violations } = await axe.analyze()
  await page.evaluate(([left, top]) => {
    document.adoptedStyleSheets = []
    scrollTo({ left, top, behavior: 'instant' })
  }, scroll)
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/**
 * Hides the fourth and all further cards of a list and rows of a table, because they are built like the first three.
 * One analysis of 50 cards takes 6 seconds of processor time, of three cards one second. Cards far below the screen
 * aren't painted yet (content-visibility), so those that remain are made visible, in the colors of now and without
 * transitions to them, which takes a frame. Returns the scroll position.
 */
const hideRepeated = (page: Page) =>
  page.evaluate(async () => {
    const scroll = [scrollX, scrollY] as const
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { content-visibility: visible !important; transition: none !important }
      li:nth-child(n+4):has(> article):not(:focus-within, :has(dialog[open])),
      tbody > tr:nth-child(n+4):not(:focus-within) { display: none !important }`)
    document.adoptedStyleSheets = [sheet]
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return scroll
  })

/**
 * Loads a page again and again until `shown` returns true, as long as an expectation may take. Other users' changes
 * appear after up to 2 s (rules: freshness), and never in a page that was loaded before.
 */
export const loadUntil = (load: () => Promise<unknown>, shown: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await load()
      return shown()
    })
    .toBe(true)

/** Waits until React has hydrated the page and handles clicks on all its buttons. */
export const handlesClicks = (page: Page) =>
  page.waitForFunction(() => {
    // React writes the props of a button while it renders, which may be long before it is done with the page.
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
    const root = key && document[key as keyof Document]
    if (!root || (root as any).stateNode.current.memoizedState.isDehydrated) return false
    return [...document.querySelectorAll('#root button')].every((button) =>
      Object.keys(button).some((name) => name.startsWith('__reactProps')),
    )
  })

type Options = {
  /** Matches errors that the test causes on purpose, such as a 401 or 404. */
  expected?: RegExp
}

/** True in `npm run test:long`, which runs all journeys and also checks each state in dark colors. */
export const long = process.env.LONG === '1'

/**
 * Checks that the page has no axe violations, CSP violations, errors or horizontal scrolling. Then clears the list of
 * errors, so that the next check only sees new ones.
 */
export async function expectClean(page: Page, { expected }: Options = {}): Promise<void> {
  const complaints = await listen(page)
  expect(await axeFindings(page), `axe on ${page.url()}`).toEqual([])
  if (long) {
    // Dark mode changes only colors, so only contrast is checked. every-screen.spec.ts runs all rules in dark mode.
    await page.emulateMedia({ colorScheme: 'dark' })
    const findings = await axeFindings(page, 'color-contrast')
    expect(findings, `axe on ${page.url()} in dark colors`).toEqual([])
    await page.emulateMedia({ colorScheme: null })
  }
  await expectInWindow(page)
  const unexpected = complaints.splice(0).filter((text) => !expected?.test(text))
  expect(unexpected, `the browser's complaints on ${page.url()}`).toEqual([])
}

/** Checks that the page isn't wider than the window. */
export async function expectInWindow(page: Page): Promise<void> {
  const beyond = await page.evaluate(async () => {
    // Charts and lists that measure themselves follow a resized window one frame later.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map(
        (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 60)}`,
      )
      .concat(`${scrollWidth} of ${clientWidth} px`)
      .slice(-6)
  })
  expect(beyond, `${page.url()} is wider than the window`).toEqual([])
}

/** Checks that no text leaves the window or its own control if a reader has doubled the size of text (WCAG 1.4.4). */
export async function expectReadableWhenLarge(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectInWindow(page)
  const cut = await page.evaluate(() => {
    const found: string[] = []
    // The window can't be scrolled to what leaves it within a bar that is fixed to it.
    const isFixed = (it: Element | null): boolean =>
      it !== null && (getComputedStyle(it).position === 'fixed' || isFixed(it.parentElement))
    for (const control of document.querySelectorAll('a, button, label')) {
      const box = control.getBoundingClientRect()
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        if (texts.currentNode.parentElement?.closest('.visually-hidden, .skip-link')) continue
        const range = document.createRange()
        range.selectNode(texts.currentNode)
        const text = range.getBoundingClientRect()
        const fits = text.left > box.left - 2 && text.right < box.right + 2
        const isBeyond = text.right > innerWidth + 1 && isFixed(control)
        if (text.width > 0 && (isBeyond || !(fits && text.bottom < box.bottom + 4)))
          found.push(`${control.tagName} ${control.textContent} at ${text.left} to ${text.right}`)
      }
    }
    return found
  })
  expect(cut, `texts that leave their control on ${page.url()}`).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** Waits for transitions to end and for lists to load, because colors in between aren't final. */
export const untilStill = (page: Page) =>
  page.evaluate(async () => {
    const isBusy = () => document.querySelector('[aria-busy="true"]')
    for (let waited = 0; isBusy() && waited < 3_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50))
    // A transition that ends can begin others, since what inherits a value changes after it.
    const running = () =>
      document.getAnimations().filter(({ playState }) => playState === 'running')
    const patience = new Promise((resolve) => setTimeout(resolve, 1_000, 'late'))
    let state: unknown
    while (running().length > 0 && state !== 'late')
      state = await Promise.race([
        Promise.all(running().map(({ finished }) => finished.catch(() => null))),
        patience,
      ])
  })
