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

/** Delays the wizard's last page, which would open My Page after 3 s, so that a test can look at it. */
export const stayOnLastPage = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout: real } = window
    window.setTimeout = ((work: () => void, ms?: number) =>
      real(work, ms === 3000 ? 600_000 : ms)) as typeof window.setTimeout
  })

type Finding = [rule: string, elements: string[]]

/** Returns the violations that axe finds by the given rules, or by all rules if none are given. */
export async function axeFindings(page: Page, ...only: string[]): Promise<Finding[]> {
  await stillness(page)
  // Evaluating axe's source takes as long as its checks, so it is done once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const axe = new AxeBuilder({ page, axeSource: 'undefined' })
    // All cards and all rows have the same structure, so only the first three of each list are checked.
    .exclude('li:nth-child(n+4) > article')
    .exclude('tbody > tr:nth-child(n+4)')
    .options({
      // Elements that pass needn't be described.
      resultTypes: ['violations'],
      // axe doesn't run this rule by default. It requires targets of at least 24 × 24 px or enough space around them.
      rules: { 'target-size': { enabled: true } },
      ...(only.length > 0 && { runOnly: { type: 'rule', values: only } }),
    })
    // Otherwise axe opens another page to combine the results of cross-origin frames, which takes a second each time.
    // The site has no such frames.
    .setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

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
  const beyond = await page.evaluate(() => {
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

/**
 * Waits until nothing moves. Otherwise axe would report colors in the middle of a transition, or of a list that is
 * being replaced.
 */
const stillness = (page: Page) =>
  page.evaluate(async () => {
    // The browser renders parts far below the screen only when they come near, so they would keep their old colors.
    // This renders all of them.
    if (document.adoptedStyleSheets.length === 0) {
      const drawAll = new CSSStyleSheet()
      drawAll.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets = [drawAll]
    }
    const isBusy = () => document.querySelector('[aria-busy="true"]')
    for (let waited = 0; isBusy() && waited < 3_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const ends = document.getAnimations().map(({ finished }) => finished.catch(() => null))
    await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 1_000))])
  })
