import type { Locator, Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'
import { join, logIn, send, verify } from './members.ts'

const hamburger = 'המבורגר (כפול) 250g!'

async function saveHamburger(page: Page, description = '') {
  const member = await join(page)
  await verify(page, member)
  const dish = { placeId: 'demo:lucy-gus', categoryId: 3, itemName: hamburger, description }
  const { itemId } = (await send(page, member, '/yolos', dish)) as { itemId: number }
  await logIn(page, member)
  return { member, itemId }
}

/** Returns where parts of an element's text begin on the screen. */
const leftsOf = (element: Locator, ...parts: string[]) =>
  element.evaluate((within, parts) => {
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    const lefts = new Map<string, number>()
    while (texts.nextNode())
      for (const part of parts) {
        const at = texts.currentNode.textContent!.indexOf(part)
        if (at < 0 || lefts.has(part)) continue
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + part.length)
        lefts.set(part, range.getBoundingClientRect().left)
      }
    return parts.map((part) => lefts.get(part)!)
  }, parts)

const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b)

for (const width of [390, 1280])
  test(
    `a Hebrew name with Latin letters is read from right to left, at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      const { member, itemId } = await saveHamburger(page)
      const check = async (path: string, level: number) => {
        await page.goto(path)
        const heading = page.getByRole('heading', { level, name: hamburger })
        const lefts = await leftsOf(heading, '!', '250g', '(כפול)', 'המבורגר')
        expect(lefts, path).toEqual(ascending(lefts))
        // It begins where Latin names do, not at the other end of the line.
        const { x } = (await heading.boundingBox())!
        expect(lefts[0]! - x, path).toBeLessThan(2)
      }
      await check(`/dish/${itemId}`, 1)
      await check(`/user/${member.id}`, 3)
      await expectClean(page)
    },
  )

test(
  'Read more stands at the end of a Hebrew review, and on no words of it',
  { tag: '@long' },
  async ({ page }) => {
    const { member } = await saveHamburger(page, 'מצוין, עסיסי וטרי עם בצל מקורמל. '.repeat(8))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/user/${member.id}`)
    const more = page.getByRole('button', { name: /^Read more/ })
    const review = page.getByRole('article').locator('p', { hasText: 'מצוין' })
    const [button, text] = [await more.boundingBox(), await review.boundingBox()]
    expect(Math.abs(button!.x - text!.x)).toBeLessThan(2)
    await expect(more).toHaveCSS('background-image', /^linear-gradient\(to left, /)
    await expectClean(page)
    await page.emulateMedia({ forcedColors: 'active' })
    // An opaque color: what is below it isn't seen.
    await expect(more).toHaveCSS('background-color', /^rgb\(/)
  },
)

test(
  'a name in Arabic changes the order of nothing next to it',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/burgers/minneapolis-mn-us')
    const line = page
      .getByRole('article')
      .first()
      .locator('p', { has: page.locator('a + span') })
    const lefts = await line.first().evaluate((element) => {
      const [name, distance] = element.querySelectorAll('a, a + span')
      name!.textContent = 'مطعم السلام'
      distance!.textContent = '0.4 mi'
      const leftOf = (node: Node, from: number) => {
        const range = document.createRange()
        range.setStart(node, from)
        range.setEnd(node, from + 1)
        return range.getBoundingClientRect().left
      }
      const { left } = name!.getBoundingClientRect()
      return [left, leftOf(distance!.firstChild!, 0), leftOf(distance!.firstChild!, 4)]
    })
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b))
  },
)
