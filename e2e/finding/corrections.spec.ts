import type { Browser, Page } from '@playwright/test'
import { expect, expectClean, loadUntil, test } from '../checks.ts'
import { narrow, press, signIn } from '../admin/desk.ts'
import { join, logIn, send, verify, type Member } from '../members.ts'
import { ask } from '../site/database.ts'
import { loginOf } from '../site/operator.ts'

const phone = { width: 390, height: 844 }

let networks = 0
/** Opens a page for a member. Each call uses another network, because members on the same one don't count as two. */
async function pageOf(browser: Browser, member: Member, path: string): Promise<Page> {
  const network = { 'X-Forwarded-For': `100.64.${(networks += 1)}.9` }
  const page = await browser.newPage({ viewport: phone, extraHTTPHeaders: network })
  await logIn(page, member)
  await page.goto(path)
  return page
}

/**
 * Makes the members' corrections count: they joined and verified 30 days ago and have five votes. The network that they all signed
 * up on is forgotten, because members on the same network don't count as two.
 */
async function beHereForWeeks(members: Member[]) {
  const ids = members.map(({ id }) => id)
  await ask(
    `update users set (created_at, email_verified_at) = (select t, t from (select now() - interval '30 days') a (t))
      where id = any ($1)`,
    [ids],
  )
  await ask('delete from network_evidence where user_id = any ($1)', [ids])
  await ask(
    `insert into votes (item_id, user_id)
     select i.id, u from (select id from items where listed order by id limit 5) i, unnest($1::integer[]) u`,
    [ids],
  )
}

/** Creates two verified members and a restaurant that the first one adds. */
/** A restaurant 60 miles from those of other journeys, whose open contests would keep its pin from being moved. */
async function restaurantOf(page: Page, name: string) {
  const [ann, bob] = [await join(page), await join(page)]
  for (const one of [ann, bob]) await verify(page, one)
  await beHereForWeeks([ann, bob])
  const { id } = await send(page, ann, '/restaurants', {
    name: `${name} ${Date.now()}`,
    address: '1 Old Street, Minneapolis',
    latitude: 44.1,
    longitude: -93.2,
  })
  return { ann, bob, path: `/restaurant/${id}` }
}

test(
  'a wrong address is corrected by two members and an admin, seen by all, and undone',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { ann, bob, path } = await restaurantOf(page, 'The Anchor')
    await page.goto(path)
    // A visitor sees the current address.
    await expect(page.getByText('1 Old Street')).toBeVisible()

    const first = await pageOf(browser, ann, path)
    await first.getByRole('button', { name: 'Suggest a correction' }).click()
    await expect(first.getByLabel('What is wrong?')).toBeFocused()
    const value = first.getByLabel('What should it be?')
    await expect(value).toHaveValue('1 Old Street, Minneapolis')
    await first.getByLabel('What is wrong?').selectOption('Phone')
    await value.fill('call me')
    await first.getByRole('button', { name: 'Send' }).click()
    await expect(first.getByText('This can’t be a phone number.')).toBeVisible()
    // The refused value remains in the field.
    await expect(value).toHaveValue('call me')
    await expectClean(first)
    await first.getByLabel('What is wrong?').selectOption('Address')
    await value.fill('2 New Street, Minneapolis')
    // What was typed of each is kept while one looks at another.
    await first.getByLabel('What is wrong?').selectOption('Phone')
    await expect(value).toHaveValue('call me')
    await first.getByLabel('What is wrong?').selectOption('Address')
    await expect(value).toHaveValue('2 New Street, Minneapolis')
    await first.getByRole('button', { name: 'Send' }).click()
    await expect(first.getByText('Thank you. It waits for an admin.')).toBeVisible()
    const proposed = first.getByRole('list', { name: 'Proposed corrections' })
    await expect(proposed).toContainText('1 Old Street')
    await expect(proposed).toContainText('2 New Street')
    await expect(first.getByRole('button', { name: 'That’s right' })).toHaveCount(0)
    await expectClean(first)

    // Another member doesn't read what waits for an admin, and agrees by proposing the same.
    const second = await pageOf(browser, bob, path)
    await second.getByRole('button', { name: 'Suggest a correction' }).click()
    await expect(second.getByRole('list', { name: 'Proposed corrections' })).toHaveCount(0)
    await second.getByLabel('What is wrong?').selectOption('Address')
    await second.getByLabel('What should it be?').fill('2 New Street, Minneapolis')
    await second.getByRole('button', { name: 'Send' }).click()
    await expect(second.getByText('Thank you. It waits for an admin.')).toBeVisible()
    await expect(second.getByRole('main').getByText('1 Old Street').first()).toBeVisible()

    const { email, password } = await loginOf(514)
    const login = await page.request.post('/api/login', { data: { email, password } })
    const admin = await pageOf(browser, await login.json(), path)
    await admin.getByRole('button', { name: 'That’s right (Address)' }).click()
    // Other users see it within 2 s (rules: freshness).
    await loadUntil(
      () => page.reload(),
      () => page.getByText('2 New Street').isVisible(),
    )
    await expect(page.getByText('1 Old Street')).toHaveCount(0)
    const applied = admin.getByRole('list', { name: 'Corrections that were taken over' })
    await expect(applied).toContainText(`proposed by ${ann.name}, agreed by`)
    await expectClean(admin)
    await applied.getByRole('button', { name: 'Undo (Address)' }).click()
    await expect(admin.getByText('Undone.')).toBeVisible()
    await expect(admin.getByText('1 Old Street')).toBeVisible()
    await expectClean(admin)
    for (const one of [first, second, admin]) await one.close()
  },
)

test('hours are corrected in one’s own words, and read back before they are sent', async ({
  page,
}) => {
  const { ann, path } = await restaurantOf(page, 'The Daily')
  await page.setViewportSize(phone)
  await logIn(page, ann)
  await page.goto(path)
  await page.getByRole('button', { name: 'Suggest a correction' }).click()
  await page.getByLabel('What is wrong?').selectOption('Hours')
  const value = page.getByLabel('What should it be?')
  await expect(page.getByText('Days that you don’t name count as closed.')).toBeVisible()
  // What can't be read is said after a pause.
  await value.fill('Mon-Fri 5-9')
  await expect(page.getByText('This isn’t clear. Write each day once,')).toBeVisible()
  await expectClean(page)
  await value.fill('when we like')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText(
      'We can’t read “when”. Write hours like “Mon–Fri 11am–10pm, Sat noon–11pm, Sun closed”.',
    ),
  ).toBeVisible()
  await expectClean(page, { expected: /400/ })
  await value.fill('Tue-Sun 11am-10pm\nclosed mondays')
  const read = page.getByText('This is read as: Mon closed; Tue–Sun 11:00 AM – 10:00 PM.')
  await expect(read).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. It waits for a second member.')).toBeVisible()
  const proposed = page.getByRole('list', { name: 'Proposed corrections' })
  await expect(proposed).toContainText('Mon closed; Tue–Sun 11:00 AM – 10:00 PM')

  // What only the server reads is read back as well, before it is sent.
  await page.getByRole('button', { name: 'Suggest a correction' }).click()
  await page.getByLabel('What is wrong?').selectOption('Hours')
  await expect(page.getByText('This takes the place of what you proposed before.')).toBeVisible()
  await value.fill('Mo-Sa 09:00-17:00\nPH off')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText(
      'This is read as: Mon–Sat 9:00 AM – 5:00 PM; Sun closed. Send it if that is right.',
    ),
  ).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(proposed).toContainText('Mon–Sat 9:00 AM – 5:00 PM; Sun closed')
})

test(
  'a pin is placed on a map or by the arrow keys, and looked at beside the old one',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { ann, bob, path } = await restaurantOf(page, 'The Buoy')
    const first = await pageOf(browser, ann, path)
    const engine = () => first.locator('script[src*="pins-map"], link[href*="pins-map"]').count()
    await first.getByRole('button', { name: 'Suggest a correction' }).click()
    expect(await engine()).toBe(0)
    await first.getByLabel('What is wrong?').selectOption('Place on the map')
    const value = first.getByLabel('What should it be?')
    await expect(value).toHaveValue('44.1, -93.2')
    await expect(first.getByText('Where today’s pin is.')).toBeVisible()
    // The map can take long to appear, because a CPU renders it while other tests run.
    const place = first.getByRole('region', { name: 'Place the pin' })
    const pin = place.getByRole('button', { name: /^New pin: the arrow keys move it/ })
    await expect(pin).toBeVisible({ timeout: 60_000 })
    await pin.focus()
    for (let at = 0; at < 3; at++) await first.keyboard.press('Shift+ArrowUp')
    await first.keyboard.press('ArrowRight')
    await expect(first.getByText(/^0\.\d+ miles north of today’s pin\.$/)).toBeVisible()
    await expect(value).not.toHaveValue('44.1, -93.2')
    // A tap moves the pin too.
    await place.locator('.maplibregl-canvas').click({ position: { x: 30, y: 120 } })
    await expect(first.getByText(/^0\.\d+ miles west of today’s pin\.$/)).toBeVisible()
    await expectClean(first)
    // The pin moves to the typed position, and is hidden while the text isn't a position.
    await value.fill('44.1')
    await expect(pin).toBeHidden()
    await value.fill('44.102, -93.197')
    await expect(pin).toBeVisible()
    await expect(first.getByText('0.2 miles north-east of today’s pin.')).toBeVisible()
    await first.getByRole('button', { name: 'Send' }).click()
    await expect(first.getByText('Thank you. It waits for a second member.')).toBeVisible()

    const second = await pageOf(browser, bob, path)
    const proposed = second.getByRole('list', { name: 'Proposed corrections' })
    await expect(proposed).toContainText('0.2 miles north-east of today’s pin.')
    await proposed.getByRole('button', { name: 'Both on a map' }).press('Enter')
    await expect(proposed.locator('.map-pin')).toHaveText(['Old', 'New'], { timeout: 60_000 })
    await expectClean(second)
    await second.getByRole('button', { name: 'That’s right (Place on the map)' }).click()
    await expect(second.getByText('Thank you. It is corrected.')).toBeVisible()
    for (const one of [first, second]) await one.close()
  },
)

test(
  'an admin takes over what waits, undoes it and declines it',
  { tag: '@long' },
  async ({ page }) => {
    const { ann, path } = await restaurantOf(page, 'The Compass')
    for (const [field, value] of [
      ['phone', '+1 612 555 0177'],
      ['address', '9 Waiting Road, Minneapolis'],
    ])
      await send(page, ann, `${path.replace('restaurant', 'restaurants')}/corrections`, {
        field,
        value,
      })
    await logIn(page, await signIn(page, 514))
    await page.goto('/admin/corrections')
    await narrow(page, ann.name, 2)
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('NOT FOUND')
    await rows.first().focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('2 chosen')).toBeVisible()
    await expectClean(page)
    await press(page, 'Take over')
    await expect(page.getByText('2 corrections taken over.')).toBeVisible()
    await expect(rows.filter({ hasText: 'The Compass' })).toHaveCount(0)
    await press(page, 'Undo')
    await expect(
      page.getByText('2 corrections undone. What stood before stands again.'),
    ).toBeVisible()
    await page.goto(path)
    await expect(page.getByText('1 Old Street')).toBeVisible()
    const waits = page.getByRole('list', { name: 'Proposed corrections' })
    await expect(waits).toHaveCount(0)

    await send(page, ann, `${path.replace('restaurant', 'restaurants')}/corrections`, {
      field: 'address',
      value: '9 Waiting Road, Minneapolis',
    })
    await page.goto('/admin/corrections')
    await narrow(page, ann.name, 1)
    await rows.first().focus()
    await page.keyboard.press('Space')
    await press(page, 'Decline')
    await expect(page.getByRole('alertdialog', { name: 'Decline 1 correction?' })).toBeVisible()
    await press(page, 'Yes')
    await expect(page.getByText('1 correction declined.')).toBeVisible()
  },
)

test('an admin takes a wrong website away by an empty text, and undoes it', async ({ page }) => {
  const { path } = await restaurantOf(page, 'The Lapsed')
  const wrong = `https://jobs.example/${'long-address-'.repeat(20)}`
  await page.setViewportSize(phone)
  await logIn(page, await signIn(page, 514))
  await page.goto(path)
  const kind = page.getByLabel('What is wrong?')
  const value = page.getByLabel('What should it be?')
  const correct = async (text: string) => {
    await page.getByRole('button', { name: 'Suggest a correction' }).click()
    await kind.selectOption('Website')
    await value.fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await correct('javascript:alert(1)')
  await expect(page.getByText('Write one web address, like https://example.com')).toBeVisible()
  await expectClean(page, { expected: /400/ })
  await value.fill(wrong.replace('https://', ''))
  await page.getByRole('button', { name: 'Send' }).click()
  const link = page.getByRole('main').getByRole('link', { name: 'Website' })
  await expect(link).toHaveAttribute('href', wrong)
  await correct('')
  await expect(page.getByText('Website: NOT FOUND')).toBeVisible()
  const applied = page.getByRole('list', { name: 'Corrections that were taken over' })
  await expect(applied.getByText('Should be: None')).toBeVisible()
  await expectClean(page)
  await applied.getByRole('button', { name: 'Undo (Website)' }).first().click()
  await expect(link).toHaveAttribute('href', wrong)
  await expectClean(page)
})

test(
  'without a network the form says so once, and nothing lies over it while one types',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize(phone)
    await logIn(page, await join(page))
    await page.route('**/api/restaurants/*/corrections', (route) => route.abort())
    await page.goto('/restaurant/1')
    const told = page.getByText(/can’t reach the server/)
    await expect(told).toHaveCount(1)
    const open = page.getByRole('button', { name: 'Suggest a correction' })
    await open.scrollIntoViewIfNeeded()
    const jump = page.getByRole('button', { name: 'Jump to Top' })
    await expect(jump).toBeVisible()
    await open.click()
    await page.getByLabel('What is wrong?').selectOption('Phone')
    const value = page.getByLabel('What should it be?')
    await value.fill('+1 612 555 0104')
    await expect(jump).toBeHidden()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(told).toHaveCount(1)
    await expect(value).toHaveValue('+1 612 555 0104')
    await expectClean(page, { expected: /ERR_FAILED/ })
  },
)

test(
  'a visitor is asked to log in to suggest a correction, and goes on with it',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize(phone)
    const member = await join(page)
    await page.goto('/restaurant/1')
    await expect(page.getByRole('heading', { name: 'Something wrong here?' })).toBeVisible()
    await page.getByRole('button', { name: 'Suggest a correction' }).click()
    const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
    await expect(overlay.getByText('Log in to suggest a correction.')).toBeVisible()
    await overlay.getByLabel('E-mail').fill(member.email)
    await overlay.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await overlay.getByRole('button', { name: 'Current Members - Log In' }).click()
    await expect(page.getByLabel('What is wrong?')).toBeFocused()
    await expectClean(page)
  },
)

test(
  'what is sent of one fact, or withdrawn, leaves what was typed of another',
  { tag: '@long' },
  async ({ page }) => {
    const { ann, path } = await restaurantOf(page, 'The Kept Words')
    await logIn(page, ann)
    await page.goto(path)
    await page.getByRole('button', { name: 'Suggest a correction' }).click()
    const kind = page.getByLabel('What is wrong?')
    const value = page.getByLabel('What should it be?')
    await value.fill('2 New Street, Minneapolis')
    await kind.selectOption('Phone')
    await value.fill('+1 612 555 0104')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/^Thank you/)).toBeVisible()
    await expect(kind).toHaveValue('address')
    await expect(value).toHaveValue('2 New Street, Minneapolis')
    await page.getByRole('button', { name: 'Withdraw (Phone)' }).click()
    await expect(page.getByText('Withdrawn.')).toBeVisible()
    await expect(value).toHaveValue('2 New Street, Minneapolis')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(kind).toBeHidden()
    await expectClean(page)
  },
)
