import type { Page } from '@playwright/test'
import { expect, handlesClicks, listen, test } from './checks.ts'
import { knownIn } from './looks/screens.ts'

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

test('a tap on a form’s button while the page is hydrated sends the form', async ({ page }) => {
  await page.addInitScript(() => {
    const tap = () => {
      const button = document.querySelector<HTMLElement>('form [data-wide]')
      const isKnown = button && Object.keys(button).some((name) => name.startsWith('__reactProps'))
      if (isKnown) button.click()
      else setTimeout(tap)
    }
    tap()
  })
  await page.goto('/login')
  await expect(page.getByText('Please enter your password.').first()).toBeVisible()
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
