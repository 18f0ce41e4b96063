import type { Page, Route } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, joinVerified, logIn, save, send } from '../members.ts'

// Tests empty, missing, slow and failing states, and that users can continue from each.
test.setTimeout(120_000)

const phone = { width: 390, height: 844 }
const refusal = /Failed to load resource|net::ERR_/

const main = (page: Page) => page.getByRole('main')
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Returns a handler that answers like a failing server, with or without a message. */
const refused =
  (message = '', status = 503) =>
  (route: Route) =>
    route.fulfill({ status, json: { error: 'in_trouble', message } })

/** Makes requests to `address` fail. Returns a function that lets them succeed again. */
async function failing(page: Page, address: string | RegExp, answer: (route: Route) => unknown) {
  await page.route(address, answer)
  return () => page.unroute(address)
}

test(
  'the bell and My Page count what is new up to 9+, and a click resets both',
  { tag: '@long' },
  async ({ page }) => {
    const ann = await joinVerified(page)
    for (let count = 0; count < 10; count++) {
      const fan = await joinVerified(page)
      await send(page, fan, '/follow/follow-user', { userId: ann.id })
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await logIn(page, ann)
    await page.goto('/home')
    const bell = main(page).getByRole('link', { name: /^Notifications/ })
    const mine = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^My Page/ })
    await expect(bell).toHaveAccessibleName('Notifications 9+ unread')
    await expect(bell).toHaveAttribute('href', '/notify')
    await expect(mine).toHaveAccessibleName('My Page 9+ unread')
    await expectClean(page)

    // The counts are reset before the server has confirmed it.
    await page.route(/update-last-read|notifications\/read|follow\/unread/, () => {})
    await bell.click()
    await expect(page).toHaveURL('/notify')
    await expect(mine).toHaveAccessibleName('My Page')
  },
)

test('lists and restaurants that can’t be had say so, and come when asked again', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/home')
  let mend = await failing(page, '**/api/yolos?*', refused('We are too busy right now.'))
  await main(page).getByRole('link', { name: 'Burgers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Burgers' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('We are too busy right now.')).toBeVisible()
  await expectClean(page, { expected: refusal })
  await mend()
  mend = await failing(page, '**/api/yolos?*', refused())
  await again(page).click()
  await expect(page.getByRole('alert').getByText('Failed to load', { exact: true })).toBeVisible()
  await mend()
  await again(page).click()
  const dish = main(page).getByRole('article').first()
  await expect(dish).toContainText('Rank 1')
  await expect(again(page)).toBeHidden()

  mend = await failing(page, /\/api\/restaurants\/\d+$/, (route) => route.abort())
  await dish.locator('a[href^="/restaurant/"]').click()
  await expect(page.getByRole('alert').getByText('Network error!', { exact: true })).toBeVisible()
  await expectClean(page, { expected: refusal })
  await mend()
  await again(page).click()
  await expect(page.getByRole('heading', { name: 'What to order' })).toBeVisible()
  await expectClean(page, { expected: refusal })

  // A fault of the server isn't called one of the network.
  mend = await failing(page, /\/api\/items\/\d+$/, refused('', 500))
  await main(page).locator('a[href^="/dish/"]').first().click()
  await expect(page.getByRole('alert')).toContainText(
    'Something went wrong on our side. Please try again.',
  )
  await mend()
  mend = await failing(page, /\/api\/search\?/, refused('', 500))
  await page.goto('/search')
  await page.getByRole('combobox').fill('burger')
  await expect(
    page.getByRole('search').getByText('Something went wrong on our side.'),
  ).toBeVisible()
  await mend()
})

test(
  'my page, its lists and another’s page show the status, or Error, and come when asked again',
  { tag: '@long' },
  async ({ page }) => {
    const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
    await send(page, bob, '/follow/follow-user', { userId: ann.id })
    await save(page, ann, `Burger of ${ann.name}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await logIn(page, ann)
    await page.goto('/home')
    let mend = await failing(page, /\/api\/my-page/, refused('', 500))
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'My Page' })
      .click()
    await expect(page.getByText('Internal Server Error', { exact: true })).toBeVisible()
    await expectClean(page, { expected: refusal })
    await mend()
    await again(page).click()
    await expect(page.getByRole('heading', { level: 1, name: ann.name })).toBeVisible()
    const favorites = page.getByRole('tabpanel', { name: 'Favorites' })
    await expect(favorites.getByRole('heading', { level: 2, name: 'Burgers' })).toBeVisible()
    await expect(favorites.getByRole('article')).toContainText(`Burger of ${ann.name}`)

    for (const [tab, call, empty] of [
      ['Upvotes', /\/api\/upvotedItems/, 'No items found'],
    ] as const) {
      mend = await failing(page, call, refused('', 503))
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText('Service Unavailable', { exact: true })).toBeVisible()
      await mend()
      await again(page).click()
      await expect(page.getByText(empty, { exact: true })).toBeVisible()
    }

    mend = await failing(page, /\/api\/follow\/my-followers$/, refused('Not now.'))
    await main(page).getByRole('button', { name: '1 Follower' }).click()
    const list = page.getByRole('dialog', { name: 'Followers' })
    await expect(list.getByText('Not now.')).toBeVisible()
    await expectClean(page, { expected: refusal })
    await mend()
    await again(page).click()
    await expect(list.getByRole('link', { name: bob.name })).toBeVisible()

    // In a list, a follow that fails is undone without a message.
    const failed = page.waitForResponse((response) => response.status() === 500)
    mend = await failing(page, '**/api/follow/follow-user', (route) =>
      route.fulfill({ status: 500, json: { error: 'broken', message: 'It broke.' } }),
    )
    await list.getByRole('button', { name: `Follow ${bob.name}` }).click()
    await failed
    await expect(list.getByRole('button', { name: `Follow ${bob.name}` })).toHaveText('FOLLOW')
    for (const alert of await page.getByRole('alert').all()) await expect(alert).toBeEmpty()
    await mend()
    await list.getByRole('button', { name: `Follow ${bob.name}` }).click()
    await expect(list.getByRole('button', { name: `Unfollow ${bob.name}` })).toBeVisible()

    mend = await failing(page, /\/api\/users\/\d+$/, (route) => route.abort())
    await list.getByRole('link', { name: bob.name }).click()
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expectClean(page, { expected: refusal })
    await mend()
    await again(page).click()
    await expect(page.getByRole('heading', { level: 1, name: `${bob.name} PAGE` })).toBeVisible()
    // The member’s own follow is counted at once, and only once.
    const followers = main(page).getByText(/^\d+ followers?$/)
    await expect(followers).toHaveText('1 follower')
    await page.getByRole('button', { name: `Unfollow ${bob.name}` }).click()
    await expect(followers).toHaveText('0 followers')
    await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
    await expect(followers).toHaveText('1 follower')
    await page.reload()
    await expect(followers).toHaveText('1 follower')
  },
)

test(
  'a list on its way is announced, and the one before stays until it is there',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/home')
    const waiting: Route[] = []
    await page.route('**/api/yolos?*', (route) => void waiting.push(route))
    const arrive = async () => {
      await expect.poll(() => waiting.length).toBe(1)
      await waiting.pop()!.continue()
    }
    const said = page.getByRole('status').filter({ hasText: 'Loading…' })
    await main(page).getByRole('link', { name: 'Pizza' }).click()
    await expect(said).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Choose Your Category' })).toBeVisible()
    await arrive()
    await expect(page.getByRole('heading', { level: 1, name: 'Pizza' })).toBeVisible()
    await expect(said).toHaveCount(0)

    const first = main(page).getByRole('article').first()
    await expect(first).toBeVisible()
    await main(page).getByRole('button', { name: 'Click here to filter your choices' }).click()
    await page.getByRole('dialog').getByRole('checkbox').first().check()
    await page.keyboard.press('Escape')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(1)
    await expect(said).toHaveCount(1)
    await expect(first).toBeVisible()
    await arrive()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

    // Further down, the filter is in the bar.
    const bar = page.getByRole('region', { name: 'City, distance and filter' })
    await main(page).getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(bar.getByRole('button', { name: /^Filter/ })).toBeVisible()
    await expectClean(page)
  },
)

test('a restaurant has its ways, its hours and its way up; one that is closed is reported once', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/restaurant/1')
  const contact = page.getByRole('region', { name: 'Contact' })
  await expect(contact.getByRole('link', { name: 'Website' })).toHaveAttribute('href', /^https:/)
  await expect(contact.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+1\d+$/)
  await expect(contact.getByRole('link', { name: 'Map' })).toHaveAttribute('href', /^https:.*mlat=/)
  const hours = page.getByRole('table', { name: 'Opening hours' }).getByRole('row')
  await expect(hours).toHaveCount(7)
  await expect(hours.filter({ hasText: 'Monday' })).toContainText('11:00 AM – 2:00 AM')

  const up = page.getByRole('button', { name: 'Jump to Top' })
  const scrolled = (to: string) => page.evaluate(`scrollTo({ top: ${to}, behavior: 'instant' })`)
  await scrolled('innerHeight - 10')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800)
  await expect(up).toBeHidden()
  await scrolled('innerHeight + 10')
  await expect(up).toBeVisible()
  await up.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(up).toBeHidden()

  const report = page.getByRole('button', { name: 'Report as permanently closed' })
  await report.click()
  const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
  await overlay.getByRole('button', { name: 'Back' }).click()
  await expect(overlay).toBeHidden()

  // A member added this restaurant, so only its name, address and position are known.
  const ann = await join(page)
  const { id } = await send(page, ann, '/restaurants', {
    name: `Nothing known ${ann.id}`,
    address: '1 Nicollet Mall',
    latitude: 44.98,
    longitude: -93.27,
  })
  await logIn(page, ann)
  await page.goto(`/restaurant/${id}`)
  // The address is a street and number, so the city stands next to it.
  await expect(
    main(page).getByText('1 Nicollet Mall, Minneapolis, MN', { exact: true }),
  ).toBeVisible()
  await expect(contact.getByRole('listitem').filter({ hasText: 'Website' })).toHaveText(
    'Website: NOT FOUND',
  )
  await expect(contact.getByRole('listitem').filter({ hasText: 'Phone' })).toHaveText(
    'Phone: NOT FOUND',
  )
  await expect(main(page).getByText('NOT FOUND')).toHaveCount(3)
  await expectClean(page, { expected: refusal })

  const mend = await failing(page, /\/closed$/, refused('Not this minute.'))
  await report.click()
  const sure = page.getByRole('alertdialog', { name: 'Is it closed for good?' })
  await sure.getByRole('button', { name: 'Yes, report it' }).click()
  await expect(page.getByRole('alert').getByText('Not this minute.')).toBeVisible()
  await mend()
  await report.click()
  await sure.getByRole('button', { name: 'Yes, report it' }).click()
  await expect(page.getByText('Thanks for reporting', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Thanks for reporting', { exact: true })).toBeVisible()
  await expect(report).toHaveCount(0)
  await expectClean(page, { expected: refusal })

  // On a long page the Undo isn't below the button that jumps to the top.
  await page.goto('/restaurant/1')
  await report.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
  await expect(up).toBeVisible()
  await report.dispatchEvent('click')
  await sure.getByRole('button', { name: 'Yes, report it' }).click()
  const undo = page.getByRole('button', { name: /^Undo the report of/ })
  await expect(undo).toBeFocused()
  const [word, jump] = [await undo.boundingBox(), await up.boundingBox()]
  const isBeside = word!.x + word!.width <= jump!.x || jump!.x + jump!.width <= word!.x
  expect(isBeside || word!.y + word!.height <= jump!.y).toBe(true)
  await undo.click()
  await expect(report).toBeFocused()
})

test(
  'a place without a point is not found, a restaurant without an address an error',
  { tag: '@long' },
  async ({ page }) => {
    const cities = /\/api\/places\/cities/
    const nowhere = {
      id: 'x',
      name: 'Nowhere, MN, US',
      address: '',
      latitude: null,
      longitude: null,
    }
    await page.setViewportSize(phone)
    await page.goto('/home')
    const field = page.getByRole('combobox', { name: 'Enter your desired city' })
    let mend = await failing(page, cities, (route) => route.fulfill({ json: [nowhere] }))
    await field.fill('Nowh')
    await page.getByRole('option', { name: 'Nowhere' }).click()
    await expect(page.getByText('Not Found!', { exact: true })).toBeVisible()
    await expectClean(page)

    // An unknown step shows the first one.
    await page.goto('/add-yolo?step=banana')
    const typed = page.getByRole('combobox', { name: 'ENTER LOCATION HERE' })
    await typed.fill('Nowh')
    await page.getByRole('option', { name: 'Nowhere' }).click()
    await expect(page.getByText('Not Found!', { exact: true })).toBeVisible()
    await expect(page.getByText('No suggestions.')).toHaveCount(0)
    await expectClean(page)
    // The error disappears when its field is cleared.
    await typed.fill('')
    await expect(page.getByText('Not Found!', { exact: true })).toBeHidden()
    await mend()
    mend = await failing(page, cities, (route) => route.abort())
    await typed.fill('Minnea')
    await expect(page.getByText('Network error!')).toBeVisible()
    await expectClean(page, { expected: /ERR_FAILED/ })
    await mend()
    await typed.fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await expect(main(page).getByText('Minneapolis, MN, US', { exact: true })).toBeVisible()
    await expect(main(page).getByText('Step 2', { exact: true })).toBeVisible()

    const restaurant = page.getByRole('combobox', { name: 'Restaurant name' })
    mend = await failing(page, /\/api\/places\/restaurants/, (route) =>
      route.fulfill({
        json: [{ id: 'x', name: 'Half a place', address: '', latitude: 44.98, longitude: -93.26 }],
      }),
    )
    await restaurant.fill('Half')
    await page.getByRole('option', { name: 'Half a place' }).click()
    await expect(page.getByText('Error!', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'NEXT' })).toBeHidden()
    await expectClean(page)
    await mend()
    await restaurant.fill('')
    await expect(page.getByText('Error!', { exact: true })).toBeHidden()
    await restaurant.fill('Lucy')
    await page.getByRole('option', { name: /Lucy & Gus/ }).click()
    await expect(page.getByText('Error!')).toBeHidden()
    await page.getByRole('button', { name: 'NEXT' }).click()
    await expect(page.getByRole('heading', { name: 'Which category?' })).toBeVisible()

    // Members see which categories are full.
    await logIn(page, await join(page))
    await page.route(/\/api\/user-categories/, refused('No list today.'), { times: 1 })
    await page.reload()
    await expect(page.getByRole('alert').getByText('No list today.')).toBeVisible()
    await expectClean(page, { expected: refusal })
    await page.route(/\/api\/user-categories/, (route) => route.abort(), { times: 1 })
    await again(page).click()
    await expect(page.getByRole('alert').getByText('Failed to load', { exact: true })).toBeVisible()
    // A full category must not be offered.
    await expect(page.getByRole('button', { name: 'Coffee' })).toHaveCount(0)
    await again(page).click()
    await expect(again(page)).toBeHidden()
    await page.getByRole('button', { name: 'Coffee' }).click()
    await expect(page.getByLabel('NAME OF MENU ITEM?')).toBeVisible()
    await expect(main(page).getByText('Step 4 of 5')).toBeVisible()
  },
)

test(
  'a restaurant that is looked up in vain is told apart from a look-up that broke',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/search-restaurant')
    const city = page.getByRole('combobox', { name: 'Enter your desired city' })
    await city.fill('Minneap')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    const field = page.getByRole('combobox', { name: 'Restaurant' })
    await page.route(/\/api\/restaurants\?/, refused('Odd'), { times: 1 })
    await field.fill('Lucy')
    await page.getByRole('option', { name: /Lucy & Gus/ }).click()
    const broke = page.getByText('Error fetching restaurant information. Please try again.')
    await expect(broke).toBeVisible()
    await expectClean(page, { expected: refusal })
    await page.route(/\/api\/restaurants\?/, (route) => route.fulfill({ json: {} }), { times: 1 })
    await again(page).click()
    await expect(broke).toBeVisible()
    await expect(page).toHaveURL('/search-restaurant')
    const nowhere = { id: 'x', restaurantId: 1, name: 'Nowhere', address: '1 Main St' }
    await page.route(/\/api\/places\/restaurants/, (route) => route.fulfill({ json: [nowhere] }), {
      times: 1,
    })
    await field.fill('Nowh')
    await page.getByRole('option', { name: /Nowhere/ }).click()
    await expect(page.getByText('Error!', { exact: true })).toBeVisible()
    await field.fill('Xyzzyq')
    await expect(page.getByRole('link', { name: 'Add the restaurant' })).toHaveAttribute(
      'href',
      '/add-yolo',
    )
    await page.route(/\/api\/restaurants\?/, refused('Odd'), { times: 1 })
    await field.fill('Lucy')
    await page.getByRole('option', { name: /Lucy & Gus/ }).click()
    await expect(broke).toBeVisible()
    await page.route(
      /\/api\/restaurants\?/,
      (route) => route.fulfill({ status: 404, json: { error: 'nothing_saved', message: 'None' } }),
      { times: 1 },
    )
    await again(page).click()
    await expect(
      page.getByText("We're sorry, but there are no favorites saved at this restaurant yet."),
    ).toBeVisible()
    await expect(broke).toBeHidden()
    const itsPage = page.getByRole('link', { name: 'Its hours and how to get there' })
    await expect(itsPage).toHaveAttribute('href', '/restaurant/1')
    await page.getByRole('button', { name: 'Clear' }).last().click()
    await field.fill('Lucy')
    await page.getByRole('option', { name: /Lucy & Gus/ }).click()
    await expect(page).toHaveURL('/restaurant/1')
  },
)
