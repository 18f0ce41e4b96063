import { expect, test, type Page } from '@playwright/test'
import { expectClean } from '../checks.ts'

const minneapolis = 'latitude=44.98&longitude=-93.264'
/** Los Angeles, where no other test saves anything, so that counts don't change. */
const quiet = 'latitude=34.052&longitude=-118.244'
const dishes = (page: Page) =>
  page
    .getByRole('list', { name: /^Within \d+ miles?/ })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading'),
    })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a visitor narrows a list by price and hours, and takes each away by its chip', async ({
    page,
  }) => {
    await page.goto(`/burgers?${quiet}&distanceMiles=20`)
    await expect.poll(() => dishes(page).count()).toBeGreaterThan(1)
    const all = await dishes(page).count()
    await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
    const filter = page.getByRole('dialog', { name: 'Filter your choices' })
    // Each tag shows how many dishes nearby have it.
    await expect(
      filter.getByRole('checkbox', { name: /^Smash \d+ dish(es)? nearby$/ }),
    ).toBeVisible()
    await filter.getByRole('checkbox', { name: 'price level 2 of 4' }).check()
    await expect(page).toHaveURL(`/burgers?${quiet}&distanceMiles=20&price=2`)
    await filter.getByRole('checkbox', { name: 'Open now' }).check()
    await expect(page).toHaveURL(/&price=2&open=now$/)
    await filter.getByRole('checkbox', { name: 'Open now' }).uncheck()
    await filter.getByRole('radio', { name: 'Trending this week' }).check()
    await expect(page).toHaveURL(/&price=2&sort=trending$/)
    await expectClean(page)
    await filter.getByRole('button', { name: /^Show \d+/ }).click()
    const priced = dishes(page).getByRole('img', { name: 'price level 2 of 4' })
    // All listed dishes have this price, and there are fewer of them than before.
    const narrowed = async () => {
      const listed = await dishes(page).count()
      return listed > 0 && listed < all && listed === (await priced.count())
    }
    await expect.poll(narrowed).toBe(true)
    await page.getByRole('link', { name: 'Remove Trending this week' }).click()
    await expect(page).toHaveURL(/&price=2$/)
    await page.getByRole('link', { name: 'Remove price level 2 of 4' }).click()
    await expect(page).toHaveURL(`/burgers?${quiet}&distanceMiles=20`)
    await expect.poll(() => dishes(page).count()).toBe(all)
  })

  test(
    'where nothing is found, what finds something is a tap away',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(`/burgers?${quiet}&distanceMiles=1&price=4&tags=41`)
      await expect(
        page.getByText(/^No burgers within 1 mile of .+ pass these filters\.$/),
      ).toBeVisible()
      await expectClean(page)
      await page.getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL(`/burgers?${quiet}&distanceMiles=20`)
      await expect.poll(() => dishes(page).count()).toBeGreaterThan(1)
    },
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same is a form and links where no script runs', { tag: '@long' }, async ({ page }) => {
    await page.goto(`/categories?category=burgers&${minneapolis}&filter=open`)
    await page.getByRole('checkbox', { name: 'price level 1 of 4' }).check()
    await page.getByRole('checkbox', { name: 'price level 2 of 4' }).check()
    await page.getByRole('radio', { name: 'Trending this week' }).check()
    await page.getByRole('button', { name: 'Show the dishes' }).click()
    await expect(page).toHaveURL(({ searchParams }) =>
      Object.entries({ category: 'burgers', price: '1,2', sort: 'trending' }).every(
        ([key, value]) => searchParams.get(key) === value,
      ),
    )
    await expect.poll(() => dishes(page).count()).toBeGreaterThan(1)
    await page.getByRole('link', { name: 'Remove price level 1 of 4' }).click()
    await expect(page).toHaveURL(/price=2/)
    await page.getByRole('link', { name: 'Remove Trending this week' }).click()
    await expect(page).not.toHaveURL(/sort=/)
  })
})
