import type { Page } from '@playwright/test'
import { expect, stayOnLastPage, test } from './checks.ts'
import { join, logIn, send, verify } from './members.ts'
import { nameItem, press, question } from './wizard/steps.ts'

// Each Back leads on, and none adds to the history.
test.use({ viewport: { width: 1280, height: 900 } })

const list = '/burgers/minneapolis-mn-us'
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const entries = (page: Page) => page.evaluate(() => history.length)

/** Goes back again and again, and expects these addresses, while the history stays as long as it is. */
async function expectOnTheWayBack(page: Page, addresses: (string | RegExp)[]) {
  const before = await entries(page)
  for (const address of addresses) {
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(address)
  }
  expect(await entries(page)).toBe(before)
}

/** Goes back past the steps of a saved favorite to this page, while the history stays as long as it is. */
async function expectBackPastSteps(page: Page, address: string) {
  const before = await entries(page)
  const goBack = () =>
    page.evaluate(async () => {
      if (location.pathname !== '/add-yolo') return location.pathname
      const back = new Promise((done) => addEventListener('popstate', done, { once: true }))
      history.back()
      await back
      return location.pathname
    })
  await expect.poll(goBack).toBe(address)
  expect(await entries(page)).toBe(before)
}

/** Opens the best dish of the list, and returns its address. */
async function openDish(page: Page) {
  await page.goto(list)
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/dish\/\d+$/)
  return new URL(page.url()).pathname
}

async function saveDish(page: Page) {
  await link(page, 'Save it to your three').click()
  await question(page, 'Which tags fit it?')
  await press(page, 'NEXT')
  await press(page, 'Save Yolo')
  await question(page, 'Add a photo?')
}

test('after a log-out', { tag: '@long' }, async ({ page }) => {
  await logIn(page, await join(page))
  await page.goto(list)
  await link(page, 'My Page').click()
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await link(page, 'Logout').click()
  await expect(page).toHaveURL('/home')
  await expectOnTheWayBack(page, ['/start?next=%2Faccount', '/start?next=%2Fmy-page', list])
})

test('after the session was ended on another device', { tag: '@long' }, async ({ page }) => {
  const ann = await join(page)
  await logIn(page, ann)
  await page.goto(list)
  await link(page, 'My Page').click()
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await send(page, ann, '/logout', {})
  await page.reload()
  // The refused call ends the session here too, and pages of members become the start page.
  await expect(page).toHaveURL('/start?next=%2Faccount')
  await expectOnTheWayBack(page, ['/start?next=%2Fmy-page', list])
})

test(
  'from a page of members that a visitor opened by its address',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/about')
    await page.goto('/account')
    await expect(page).toHaveURL('/start?next=%2Faccount')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  },
)

test(
  'after a favorite was saved, past the steps of the wizard',
  { tag: '@long' },
  async ({ page }) => {
    await stayOnLastPage(page)
    await logIn(page, await join(page))
    const dish = await openDish(page)
    await saveDish(page)
    await press(page, "DON'T SAVE")
    await question(page, 'Yolo added.')
    await expectBackPastSteps(page, dish)
    await expectOnTheWayBack(page, [list])

    // Forward doesn't begin another one.
    await page.goForward()
    await expect(page).toHaveURL(dish)
    await page.goForward()
    await expect(page).toHaveURL('/add-yolo?step=done')
    await question(page, 'Yolo added.')
  },
)

test('from My Page after a save', { tag: '@long' }, async ({ page }) => {
  await stayOnLastPage(page)
  const ann = await join(page)
  await verify(page, ann)
  await logIn(page, ann)
  await page.goto('/home')
  await link(page, 'Add Your Favorites').click()
  await question(page, 'Which city?')
  await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('Minneap')
  await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
  await page.getByRole('combobox', { name: 'Restaurant name' }).fill('Lucy')
  await page.getByRole('option', { name: 'Lucy & Gus' }).first().click()
  await press(page, 'NEXT')
  await press(page, 'Burgers')
  await nameItem(page, `Back of ${ann.name}`)
  await question(page, 'Which tags fit it?')
  await press(page, 'NEXT')
  await press(page, 'Save Yolo')
  await press(page, "DON'T SAVE")
  await question(page, 'Yolo added.')
  await page.getByRole('main').getByRole('link', { name: 'My Page' }).click()
  await expect(page).toHaveURL('/my-page')
  await expectOnTheWayBack(page, ['/add-yolo?step=done'])
  await expectBackPastSteps(page, '/home')
})

test('from another favorite that was begun after a save', { tag: '@long' }, async ({ page }) => {
  await stayOnLastPage(page)
  const ann = await join(page)
  await verify(page, ann)
  await logIn(page, ann)
  const dish = await openDish(page)
  await saveDish(page)
  await press(page, "DON'T SAVE")
  await link(page, 'Add another favorite').click()
  await question(page, 'Which city?')
  await expectBackPastSteps(page, dish)
  await expectOnTheWayBack(page, [list])
})

test(
  'Back from the photo leads to the last page, and then past the wizard',
  { tag: '@long' },
  async ({ page }) => {
    await stayOnLastPage(page)
    await logIn(page, await join(page))
    const dish = await openDish(page)
    await saveDish(page)
    await page.evaluate(() => history.back())
    await question(page, 'Yolo added.')
    await expect(page).toHaveURL('/add-yolo?step=done')
    await expectOnTheWayBack(page, [dish, list])
  },
)

test('Back to a page of the upvotes', { tag: '@long' }, async ({ page }) => {
  const ann = await join(page)
  const listed = await page.request.get(
    '/api/yolos?category=2&latitude=44.98&longitude=-93.264&distanceMiles=20',
  )
  const { nearBy } = (await listed.json()) as { nearBy: { id: number }[] }
  for (const { id } of nearBy.slice(0, 11)) await send(page, ann, `/items/${id}/upvote`, {})
  await logIn(page, ann)
  await page.goto('/my-page?tab=upvotes')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(/\/dish\//)
  await page.goBack()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  // Another tab's upvotes begin at the first page, and a page that isn't there any more is the last one.
  await page.getByRole('tab', { name: 'Favorites' }).click()
  await page.getByRole('tab', { name: 'Upvotes' }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  for (const beyond of ['7', '2000000000']) {
    await page.goto(`/my-page?tab=upvotes&page=${beyond}`)
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(rows).toHaveCount(1)
  }
})
