import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../checks.ts'

const stylePath = fileURLToPath(new URL('parts.css', import.meta.url))
const versionFile = fileURLToPath(new URL('parts.spec.ts-snapshots/chromium.txt', import.meta.url))

// The Chromium that took the pictures has tight limits, because a changed corner affects few pixels, and a changed
// shade affects many only slightly. Other versions render letters and shadows slightly differently: from version 150 to
// 156, at most 70 pixels changed.
const same = { threshold: 0.02, maxDiffPixels: 30 }
const another = { threshold: 0.05, maxDiffPixels: 300 }
const drawnBy = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : ''

/** The look that `npm test` checks. `npm run test:long` checks all four. */
const dailyLook = '390 light'

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({
        viewport: { width, height: 900 },
        colorScheme,
        deviceScaleFactor: 1,
        // Otherwise the page's CSP would block parts.css.
        bypassCSP: true,
      })

      const tag = dailyLook === `${width} ${colorScheme}` ? [] : ['@long']
      test('every part looks as it did', { tag }, async ({ page, browser }, { config }) => {
        const major = browser.version().split('.')[0]!
        if (config.updateSnapshots === 'all' || config.updateSnapshots === 'changed')
          writeFileSync(versionFile, `${major}\n`)
        await page.goto('/dev/ui')
        await page.evaluate(() => document.fonts.load("1rem 'Bricolage Grotesque Variable'"))
        // A font that loads late is only used by the next page (font-display: optional), so the page is loaded again.
        await page.reload()
        await page.evaluate(() => document.fonts.ready)
        // Checks that parts.css hides these two, which would otherwise cover the part at the bottom of the window.
        await page.addStyleTag({ path: stylePath })
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        await expect(page.locator('[data-jump]')).toBeHidden()
        await expect(page.locator('nav[aria-label="Shortcuts"]')).toBeHidden()
        await unstick(page)
        const sections = await page
          .locator('main section[id][aria-label]')
          .evaluateAll((found) => found.map(({ id }) => id))
        expect(sections.length).toBeGreaterThan(15)
        expect(await foreignLetters(page), 'drawn with a font of this machine').toEqual([])
        for (const id of sections)
          await expect
            .soft(page.locator(`section[id="${id}"]`))
            .toHaveScreenshot(`${id.replace(/\W+/g, '-')}-${width}-${colorScheme}.png`, {
              stylePath,
              animations: 'disabled',
              caret: 'hide',
              ...(drawnBy === major ? same : another),
            })
      })
    })

/**
 * Leaves sticky elements where they are in an unscrolled page, because the scroll position at which Playwright takes a
 * picture varies.
 */
const unstick = (page: Page) =>
  page.locator('main *').evaluateAll((all: HTMLElement[]) => {
    for (const { style } of all.filter((one) => getComputedStyle(one).position === 'sticky')) {
      style.position = 'relative'
      style.inset = 'auto'
    }
  })

/**
 * Returns the elements whose text the browser renders in a font of this machine, so that other machines would render
 * other pictures.
 */
async function foreignLetters(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: -1 })
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'main section[id][aria-label] *',
  })
  const found = []
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    const foreign = fonts.filter(({ isCustomFont }) => !isCustomFont)
    if (foreign.length === 0) continue
    const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId })
    found.push(`${foreign.map(({ familyName }) => familyName).join(', ')}: ${outerHTML}`)
  }
  await session.detach()
  return found
}
