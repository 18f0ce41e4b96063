import type { Browser, Page } from '@playwright/test'
import { expect, expectClean, listen, test } from '../checks.ts'
import { logIn, type Member } from '../members.ts'
import { Newcomer } from '../newcomer.ts'
import { loginOf } from '../site/operator.ts'

// Headless Chromium calls itself a robot, and robots aren't counted.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
test.use({ userAgent })

const signIn = async (page: Page): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(514) })).json()

/** Opens a page in a browser of its own, as a visitor. */
async function visitor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ userAgent })).newPage()
  await listen(page)
  return page
}

// No other journey saves a dish in Anchorage, Alaska.
test(
  'what a visitor is shown empty stands on the launch desk, and leads to its city',
  { tag: '@long' },
  async ({ page, context, browser }) => {
    const there = await visitor(browser)
    const told: string[] = []
    there.on('response', (answer) => {
      if (answer.request().method() === 'POST') told.push(new URL(answer.url()).pathname)
    })
    for (const again of [1, 2]) {
      await there.goto('/beer/anchorage-ak-us')
      await expect(there.getByText('Nobody has saved any beers within 20 miles')).toBeVisible()
      await expect.poll(() => told).toHaveLength(again)
    }
    await there.goto('/search?q=qqqqzz')
    await expect(there.getByText('Nothing is called “qqqqzz” here.')).toBeVisible()
    const paths = ['lists', 'lists', 'searches'].map((kind) => `/api/unmet-demand/${kind}`)
    await expect.poll(() => told).toEqual(paths)
    await there.context().close()

    await logIn(context, await signIn(page))
    const gaps = page.getByRole('table', { name: 'The twenty largest gaps' })
    await expect(async () => {
      await page.goto('/admin/launch')
      await expect(gaps.getByRole('row', { name: 'Anchorage, AK, US Beer 1 2 0' })).toBeVisible()
    }).toPass()
    // Nobody else has searched for it.
    await expect(page.getByRole('heading', { name: 'Searches that found nothing' })).toBeVisible()
    await expect(page.getByText('qqqqzz')).toHaveCount(0)
    await page.getByLabel('Filter').first().fill('anchorage')
    // Until the filtered rows are there, the table is dimmed, and its contrast too low.
    await expect(page.getByText(/ rows?, \d+ match$/)).toBeVisible()
    const lists = page.getByRole('table', { name: 'Lists shown empty' })
    await expect(lists.getByRole('row', { name: /Anchorage, AK, US Beer 1 2/ })).toBeVisible()
    await expectClean(page)
    await gaps.getByRole('link', { name: 'Anchorage, AK, US' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Anchorage, AK, US' })).toBeVisible()
    const row = page.getByRole('row', { name: 'Beer 0 0 0 1', exact: true })
    await expect(row).toBeVisible()
    await expect(
      page.getByRole('img', { name: /^Map of Anchorage, AK, US: 0 restaurants/ }),
    ).toBeVisible()
  },
)

test(
  'a city’s coverage is found among the cities, with a map of its restaurants',
  { tag: '@long' },
  async ({ page, context }) => {
    await logIn(context, await signIn(page))
    await page.goto('/admin/cities')
    await page.getByLabel('Filter').fill('minneapolis')
    await page.getByRole('link', { name: 'Minneapolis, MN, US' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Minneapolis, MN, US' })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(15)
    await expect(
      page.getByRole('img', { name: /\d+ restaurants with dishes, \d+ without$/ }),
    ).toBeVisible()
    await expectClean(page)
    await page.getByRole('link', { name: 'Restaurants and table sheets' }).click()
    const restaurants = page.getByRole('table', { name: 'Restaurants in Minneapolis, MN, US' })
    await restaurants.getByRole('link').first().click()
    const sheet = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Table sheet A6' }).click()
    await expect((await sheet).locator('svg > title')).not.toBeEmpty()
  },
)

test('an invitation leads a newcomer to its city, and counts what came of it', async ({
  page,
  context,
  browser,
}) => {
  await logIn(context, await signIn(page))
  await page.goto('/admin/cities/anchorage-ak-us')
  const campaign = `Stickers ${Date.now()}`
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText('Please name the campaign.')).toBeVisible()
  await page.getByLabel('Campaign').fill(campaign)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const row = page.getByRole('row', { name: campaign })
  await expect(row).toContainText('/?via=')
  const link = /\/\?via=[a-z\d]{8}/.exec(await row.innerText())![0]

  const there = await visitor(browser)
  await there.goto(link)
  await expect(there.getByLabel('Enter your desired city')).toHaveValue('Anchorage, AK, US')
  // The code leaves the address, so that a copied address counts for nobody.
  await expect.poll(() => new URL(there.url()).hash).toBe('')
  await there.goto(link)
  await there.goto('/signup')
  const newcomer = new Newcomer()
  await newcomer.fillIn(there)
  await expect(there.getByRole('link', { name: 'Logout' }).first()).toBeAttached()
  await there.context().close()

  await page.reload()
  await expect(row).toContainText(/Open/)
  await expect(row.getByRole('cell').nth(3)).toHaveText('1')
  // Who isn't verified hasn't joined yet.
  await expect(row.getByRole('cell').nth(4)).toHaveText('0')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('1 invitation ended.')).toBeVisible()
  await expect(row).toContainText('Ended')
  await page.goto('/admin/invitations')
  await expect(page.getByRole('row', { name: campaign })).toContainText('Ended')
  await expectClean(page)
})
