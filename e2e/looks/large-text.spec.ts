import type { Page } from '@playwright/test'
import { expect, expectInWindow, test, untilStill } from '../checks.ts'
import { loginOf } from '../site/operator.ts'
import { join, joinVerified, logIn, save, send, verify, type Member } from '../members.ts'

// Tests for readers who have made the text larger, on a phone.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/**
 * Sets the size of the text, and has all cards rendered, as they are for who scrolls to them. With reduced motion a new
 * size is a short transition of each element, one after another, so the page is measured when all have ended.
 */
async function enlarge(page: Page, size: string) {
  await page.evaluate((to) => {
    document.documentElement.style.fontSize = to
    for (const { style } of document.querySelectorAll<HTMLElement>('main li'))
      style.contentVisibility = 'visible'
  }, size)
  await untilStill(page)
}

/** Returns the words in the page that are broken between two of their letters. */
const brokenWords = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const broken: string[] = []
    for (const part of document.querySelectorAll(selector)) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode
        for (const { 0: word, index } of text.textContent!.matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
      }
    }
    return broken
  }, within)

test(
  'with large text a dish’s buttons hold their count and leave two thirds of the screen',
  { tag: '@long' },
  async ({ page }) => {
    const member = await joinVerified(page)
    const { itemId } = await save(page, await joinVerified(page), `Large ${member.id}`)
    await logIn(page, member)
    await page.goto(`/dish/${itemId}`)
    await page.getByRole('button', { name: /^Tap to Upvote/ }).tap()
    const vote = page.getByRole('button', { name: /^UPVOTED/ })
    await expect(vote).toBeVisible()
    for (const size of ['150%', '200%']) {
      await enlarge(page, size)
      const pill = (await vote.boundingBox())!
      const count = (await vote.locator('span[aria-hidden]').boundingBox())!
      expect(count.x + count.width, size).toBeLessThanOrEqual(pill.x + pill.width)
      expect(pill.y, size).toBeGreaterThan((844 * 2) / 3)
      const add = (await page.getByRole('link', { name: 'Save it to your three' }).boundingBox())!
      expect(add.y, size).toBeGreaterThan((844 * 2) / 3)
      expect(add.x, size).toBeGreaterThanOrEqual(pill.x + pill.width)
      const bar = (await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox())!
      for (const { y, height } of [pill, add]) expect(y + height, size).toBeLessThanOrEqual(bar.y)
      expect(await brokenWords(page, 'main'), size).toEqual([])
      await expectInWindow(page)
    }
  },
)

test(
  'with large text on the narrowest phone, a hundred votes and the hours of a week fit',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    const found = await (await page.request.get('/api/search?q=butter%20burger')).json()
    const { id } = found.dishes[0]
    const admin = await page.request.post('/api/login', { data: await loginOf(514) })
    await send(page, await admin.json(), '/items/upvote-yolo', { itemId: id, newCount: 123 })
    const places = await page.request.get('/api/search?q=lakeside%20malt%20shop')
    const [restaurant] = (await places.json()).restaurants
    for (const path of [`/dish/${id}`, `/restaurant/${restaurant.id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const size of ['150%', '200%']) {
        await enlarge(page, size)
        await expectInWindow(page)
      }
    }
  },
)

test(
  'with large text the words of a notification have the whole width',
  { tag: '@long' },
  async ({ page }) => {
    const [author, fan] = [await joinVerified(page), await joinVerified(page)]
    const { itemId } = await save(page, author, `Butter Burger ${author.id}`)
    await send(page, fan, `/items/${itemId}/upvote`, {})
    await logIn(page, author)
    await page.goto('/notify')
    const row = page.getByRole('link', { name: new RegExp(`Butter Burger ${author.id}`) })
    await expect(row).toBeVisible()
    for (const size of ['150%', '200%']) {
      await enlarge(page, size)
      const words = (await row.getByText('Lucy').boundingBox())!
      expect(words.width, size).toBeGreaterThan(270)
      expect(await brokenWords(page, 'main'), size).toEqual([])
      await expectInWindow(page)
    }
  },
)

test('with large text the figures of My Page break no word', { tag: '@long' }, async ({ page }) => {
  await logIn(page, await join(page))
  await page.goto('/my-page')
  const figures = page.getByText('Received upvotes')
  await expect(figures).toBeVisible()
  const row = async () => (await page.getByText('Shares', { exact: true }).boundingBox())!.y
  // They stand side by side as long as they can.
  expect((await figures.boundingBox())!.y).toBeLessThan((await row()) + 30)
  // The row of tabs shows no scroll bar, so all of them must be in view.
  const tabs = page.getByRole('tablist', { name: 'Your page' })
  expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
  for (const size of ['150%', '200%']) {
    await enlarge(page, size)
    expect(await brokenWords(page, 'main dl'), size).toEqual([])
    await expectInWindow(page)
  }
})

test('with large text the facts of a contest break no word', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contest1')
  await expect(page.getByText('Drawing', { exact: true })).toBeVisible()
  for (const size of ['150%', '200%']) {
    await enlarge(page, size)
    expect(await brokenWords(page, 'main dl'), size).toEqual([])
    await expectInWindow(page)
  }
})

test(
  'with large text no word of a list, a title or a form breaks, and no page is wider than the window',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await send(page, member, '/follow/block', { userId: (await joinVerified(page)).id })
    await logIn(page, member)
    // Other tests save dishes with long names in Minneapolis, but not here.
    for (const path of ['/burgers/los-angeles-ca-us', '/settings', '/account', '/home']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const size of ['150%', '200%']) {
        await enlarge(page, size)
        expect(await brokenWords(page, 'main :is(h1, button, a, label)'), path + size).toEqual([])
        await expectInWindow(page)
      }
    }
  },
)

test('a name without a space makes no page wider than a phone, and hides no dialog', async ({
  page,
}) => {
  const reader = await join(page)
  const userName = 'W'.repeat(37) + reader.id
  const { email } = reader
  const data = { userName, email: `long.${email}`, password: 'nine calm otters' }
  const long: Member = await (await page.request.post('/api/register', { data })).json()
  await verify(page, long)
  const { itemId } = await save(page, long, `${'M'.repeat(50)}${long.id}`)
  await logIn(page, reader)
  for (const path of [`/search?q=${userName}`, `/dish/${itemId}`, `/user/${long.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(userName).first()).toBeVisible()
    await expectInWindow(page)
  }
  await page.getByRole('button', { name: `Block ${userName}` }).tap()
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeInViewport({
    ratio: 1,
  })
})

test(
  'with the keyboard up on a phone on its side, an edited text can be saved',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await save(page, member, `On Its Side ${member.id}`)
    await logIn(page, member)
    await page.setViewportSize({ width: 844, height: 165 })
    await page.goto('/my-page')
    await page.getByRole('button', { name: /Settings/ }).tap()
    await page.getByRole('button', { name: /^(?:Add|Edit) Yolo Text/ }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your review').fill('Hot.')
    await expect(dialog.getByLabel('Your review')).toBeInViewport()
    await dialog.getByRole('button', { name: 'Save Yolo' }).tap()
    await expect(page.getByText('Yolo saved.')).toBeVisible()
  },
)
