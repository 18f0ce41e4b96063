import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, send } from '../members.ts'

// Tests a member's page and lists after scrolling and after some time.
test.setTimeout(120_000)

const phone = { width: 390, height: 844 }

test(
  'a member’s page has its way up, and asks a visitor who acts to log in',
  { tag: '@long' },
  async ({ page }) => {
    const listed = await page.request.get(
      '/api/yolos?category=3&latitude=44.98&longitude=-93.264&distanceMiles=20',
    )
    const { nearBy } = (await listed.json()) as { nearBy: { yolos: { userId: number }[] }[] }
    await page.setViewportSize(phone)
    await page.goto(`/user/${nearBy[0]!.yolos[0]!.userId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ PAGE$/)
    const up = page.getByRole('button', { name: 'Jump to Top' })
    await expect(up).toBeHidden()
    await page.evaluate(() => scrollTo({ top: innerHeight + 10, behavior: 'instant' }))
    await up.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
    const acts = [
      page.getByRole('button', { name: /^Follow / }),
      page.getByRole('button', { name: /Tap to Upvote/ }).first(),
    ]
    for (const act of acts) {
      await act.click()
      await expect(overlay.getByRole('button', { name: 'Current Members - Log In' })).toBeVisible()
      await overlay.getByRole('button', { name: 'Back' }).click()
      await expect(overlay).toBeHidden()
      await expect(act).toBeFocused()
    }
    await expectClean(page)
  },
)

test(
  'a page of upvotes is kept for 60 seconds, or until one votes',
  { tag: '@long' },
  async ({ page }) => {
    const ann = await join(page)
    const listed = await page.request.get(
      '/api/yolos?category=2&latitude=44.98&longitude=-93.264&distanceMiles=20',
    )
    const { nearBy } = (await listed.json()) as { nearBy: { id: number }[] }
    for (const { id } of nearBy.slice(0, 11)) await send(page, ann, `/items/${id}/upvote`, {})
    await logIn(page, ann)
    const pages: string[] = []
    page.on('request', (request) => {
      const [, number] = /upvotedItems\?pageNumber=(\d+)&pageSize=10$/.exec(request.url()) ?? []
      if (number) pages.push(number)
    })
    await page.clock.install()
    await page.goto('/my-page?tab=upvotes')
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(10)
    await expect.poll(() => pages).toEqual(['0', '1'])
    const now = () => page.evaluate(() => Date.now())
    const loadedAt = await now()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(rows).toHaveCount(1)
    // On a busy machine, part of the 45 seconds has already passed.
    await page.clock.fastForward(Math.max(0, loadedAt + 45_000 - (await now())))
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(rows).toHaveCount(10)
    expect(pages).toEqual(['0', '1'])
    await page.clock.fastForward(16_000)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(rows).toHaveCount(1)
    await expect.poll(() => pages).toEqual(['0', '1', '1'])

    // The member withdraws a vote within the minute, and the list shows it at once.
    const row = rows.getByRole('rowheader').getByRole('link')
    const dish = (await row.textContent())!
    await row.click()
    const card = page.getByRole('article').filter({ hasText: dish })
    await card.getByRole('button', { name: /UPVOTED/ }).click()
    await expect(card.getByRole('button', { name: /Tap to Upvote/ })).toBeVisible()
    await page.getByRole('link', { name: 'My Page' }).first().click()
    await page.getByRole('tab', { name: 'Upvotes' }).click()
    await expect(rows).toHaveCount(10)
    await expect(rows.getByText(dish)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)
  },
)
