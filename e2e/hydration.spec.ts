import type { Page } from '@playwright/test'
import { expect, handlesClicks, listen, test } from './checks.ts'
import { knownIn, screensOf } from './looks/screens.ts'

const visitorPages = async (baseURL: string) =>
  screensOf(await knownIn(baseURL)).filter(({ as, gone }) => !as && !gone)

/** Opens a page and returns a function that returns what the browser complained about, hydration errors included. */
async function open(page: Page, path: string) {
  const complaints = await listen(page)
  complaints.splice(0)
  await page.goto(path)
  await handlesClicks(page)
  // Some of these pages show on purpose what isn't there.
  return () => complaints.filter((text) => !/status of 404/.test(text))
}

/** Puts <font> elements in the place of all texts, as browsers do that translate a page. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root')!, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const font = document.createElement('font')
      font.textContent = text.textContent
      text.parentNode!.replaceChild(font, text)
    }
  })

test('every public page is hydrated without a complaint', async ({ page, baseURL }) => {
  for (const { path } of await visitorPages(baseURL!)) {
    const complaints = await open(page, path)
    expect(complaints(), path).toEqual([])
  }
})

test('a page that the browser has translated still works', async ({ page, baseURL }) => {
  const { dish, restaurant, member } = await knownIn(baseURL!)
  await page.setViewportSize({ width: 390, height: 844 })
  const paths = ['/home', '/burgers/minneapolis-mn-us', `/dish/${dish}`]
  for (const path of [...paths, `/restaurant/${restaurant}`, `/user/${member}`]) {
    const complaints = await open(page, path)
    await translate(page)
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'How it works' }).click()
    await expect(page).toHaveURL('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(complaints(), path).toEqual([])
  }
})
