import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, listen, test } from './checks.ts'
import { joinVerified, logIn, save, send } from './members.ts'

const phone = { width: 390, height: 844 }

const main = (page: Page) => page.getByRole('main')

test('a visitor follows a member after logging in over the page, and finds them on My Page', async ({
  page,
}) => {
  const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
  await save(page, bob, `Burger of ${bob.name}`)
  await page.setViewportSize(phone)
  await page.goto(`/user/${bob.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${bob.name} PAGE` })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
  const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
  await expect(overlay).toBeVisible()
  await overlay.getByRole('button', { name: 'Back' }).click()
  await expect(overlay).toBeHidden()
  await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
  await overlay.getByLabel('E-mail').fill(`people.${ann.name.slice('People '.length)}@example.com`)
  await overlay.getByLabel('Password', { exact: true }).fill('nine calm otters')
  // The button changes before the server has answered. Leaving the page before that would abort the request.
  const followed = page.waitForResponse((response) =>
    response.url().endsWith('/api/follow/follow-user'),
  )
  await overlay.getByRole('button', { name: 'Current Members - Log In' }).click()
  await expect(page.getByRole('button', { name: `Unfollow ${bob.name}` })).toBeVisible()
  await followed

  await page.goto('/my-page')
  const following = main(page).getByRole('button', { name: '1 Following' })
  await expect(following).toBeVisible()
  await page.context().setOffline(true)
  await following.click()
  const list = page.getByRole('dialog', { name: 'Following' })
  await expect(list.getByText('No connection. Try again.')).toBeVisible()
  await page.context().setOffline(false)
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('link', { name: bob.name })).toBeVisible()
  await expectClean(page, { expected: /ERR_INTERNET_DISCONNECTED/ })
  await list.getByRole('button', { name: `Unfollow ${bob.name}` }).click()
  await expect(list.getByText('No users found.')).toBeVisible()
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(main(page).getByRole('button', { name: '0 Following' })).toBeVisible()
})

test('one’s own favorites and another’s are taken along', { tag: '@long' }, async ({ page }) => {
  const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
  for (const member of [ann, bob]) await save(page, member, `Burger of ${member.name}`)
  await logIn(page, ann)
  const take = async (path: string, format: string) => {
    await page.goto(path)
    const link = main(page).getByRole('link', { name: format, exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^yolo-favorites-\d+\.(csv|geojson)$/)
    return readFile(await download.path(), 'utf8')
  }
  await page.setViewportSize(phone)
  expect(await take('/my-page', 'CSV')).toContain(`Burger of ${ann.name}`)
  await expectClean(page)
  const { features } = JSON.parse(await take(`/user/${bob.id}`, 'GeoJSON'))
  expect(features).toHaveLength(1)
  expect(features[0].properties).toMatchObject({ name: `Burger of ${bob.name}` })
  // The file credits the sources of its data.
  expect(await take(`/user/${bob.id}`, 'CSV')).toContain('GeoNames')
  await expectClean(page)
})

test('a new My Page says what is missing, takes a bio and counts a share', async ({
  page,
  context,
}) => {
  const ann = await joinVerified(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, ann)
  await page.goto('/my-page')
  await expect(page.getByText('No yolos.')).toBeVisible()
  await page.getByRole('tab', { name: 'Upvotes' }).click()
  await expect(page.getByText('No items found')).toBeVisible()
  await page.getByRole('button', { name: '0 Followers' }).click()
  await expect(page.getByText('No users found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectClean(page)

  await page.getByRole('button', { name: 'Add a bio' }).click()
  await page.getByLabel('Bio', { exact: true }).fill('Soup first.')
  await expectClean(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Soup first.')).toBeVisible()

  await page
    .getByRole('button', { name: /Share Your Page|Copy page URL/ })
    .last()
    .click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  await expect(page.locator('dl')).toContainText('Shares1')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { pathname, search } = new URL(copied)
  expect(pathname + search).toBe(`/user/${ann.id}?referrer=${ann.id}`)
  await page.goto(copied)
  await expect(page.getByText('Soup first.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Follow/ })).toHaveCount(0)
})

test(
  'what happens comes to the bells of two devices within a minute, and is read on both',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
    await page.setViewportSize({ width: 1280, height: 900 })
    await logIn(page, ann)
    const { itemId } = await save(page, ann, `Smash of ${ann.name}`)
    await page.clock.install()
    await page.goto('/home')
    const other = await browser.newContext({ baseURL: baseURL!, viewport: phone })
    const device = await other.newPage()
    await listen(device)
    await logIn(other, ann)
    await device.clock.install()
    await device.goto('/my-page')
    const bell = (on: Page) => main(on).getByRole('link', { name: /^Notifications/ })
    for (const at of [page, device]) await expect(bell(at)).toHaveAccessibleName('Notifications')

    await send(page, bob, '/follow/follow-user', { userId: ann.id })
    await send(page, bob, `/items/${itemId}/upvote`, {})
    for (const at of [page, device]) {
      await at.clock.fastForward(61_000)
      await expect(bell(at)).toHaveAccessibleName('Notifications 2 unread')
    }
    await expect(
      page.getByRole('navigation').getByRole('link', { name: 'My Page 2 unread' }),
    ).toBeVisible()

    await bell(device).click()
    await expect(device.getByText(`${bob.name} followed you`)).toBeVisible()
    await expect(
      device.getByText(`${bob.name} upvoted your favorite Smash of ${ann.name}`),
    ).toBeVisible()
    await expect(device.getByText('Unread:')).toHaveCount(2)
    await expectClean(device)
    await page.clock.fastForward(61_000)
    await expect(bell(page)).toHaveAccessibleName('Notifications')

    await device.getByRole('link', { name: new RegExp(`Smash of ${ann.name}`) }).click()
    await expect(device).toHaveURL(`/dish/${itemId}`)
    await device.goto('/notifications')
    await expect(device.getByText(`${bob.name} followed you`)).toBeVisible()
    await expect(device.getByText('Unread:')).toHaveCount(0)
    await other.close()
  },
)

test('a visitor is asked to log in, and settings stay as they were set', async ({ page }) => {
  await page.goto('/notify')
  await expect(page.getByText('Please log in')).toBeVisible()
  await page.goto('/my-page')
  await expect(page).toHaveURL(/\/start\?next=%2Fmy-page$/)
  const ann = await joinVerified(page)
  await logIn(page, ann)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'NOTIFICATION SETTINGS' })).toBeVisible()
  const box = page
    .getByRole('group', { name: 'Tell me about' })
    .getByRole('checkbox', { name: 'One of your yolos is upvoted' })
  await expect(box).toBeChecked()
  await box.uncheck()
  await expect(page.getByText('Saved.')).toBeVisible()
  // Mails are off until the member agrees to them.
  const mails = page.getByRole('checkbox', { name: 'Mails about the best food in my area' })
  await expect(mails).not.toBeChecked()
  await mails.check()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(mails).toBeChecked()
  await expect(box).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'New yolos in your area' })).toBeChecked()
  const followed = page.getByRole('checkbox', { name: 'Someone you follow adds a yolo or upvote' })
  await expect(followed).toBeChecked()
  await expect(page.getByRole('link', { name: 'Change your display name' })).toHaveAttribute(
    'href',
    '/change-identity',
  )

  // Distances are in miles here, by the browser's language, until the member chooses otherwise.
  const area = page.getByText(/^Your area is/)
  await expect(area).toContainText('20 miles')
  const units = page.getByRole('group', { name: 'Miles or kilometers' })
  await expect(units.getByRole('radio', { name: 'Automatic' })).toBeChecked()
  await units.getByRole('radio', { name: 'Kilometers' }).check()
  await expect(area).toContainText('32 kilometers')
  // A page that the server drew in miles follows, and its address stays in miles.
  await page.goto('/burgers/minneapolis-mn-us?distanceMiles=5')
  const near = page.getByRole('heading', { name: /^Within/ })
  await expect(near).toHaveText('Within 8 kilometers of Minneapolis')
  await expect(page.getByRole('article').first()).toContainText(/· (?:\d00 m|[\d.]+ km|right here)/)
  await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
  await page.getByRole('radio', { name: '16 kilometers' }).check()
  await expect(near).toHaveText('Within 16 kilometers of Minneapolis')
  await expect(page).toHaveURL(/distanceMiles=10/)
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Miles' }).check()
  await expect(near).toHaveText('Within 10 miles of Minneapolis')
})

test('the upvotes fill pages, and blocking ends a follow', { tag: '@long' }, async ({ page }) => {
  const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
  await logIn(page, ann)
  await send(page, ann, '/follow/follow-user', { userId: bob.id })
  const listed = await page.request.get(
    '/api/yolos?category=2&latitude=44.98&longitude=-93.264&distanceMiles=20',
  )
  const { nearBy } = (await listed.json()) as { nearBy: { id: number }[] }
  for (const { id } of nearBy.slice(0, 12)) await send(page, ann, `/items/${id}/upvote`, {})

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/my-page')
  // The next page is prefetched.
  const prefetched = page.waitForResponse(/upvotedItems\?pageNumber=1&pageSize=10/)
  await page.getByRole('tab', { name: 'Upvotes' }).click()
  await prefetched
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(2)
  await expectClean(page)

  await page.goto(`/user/${bob.id}`)
  await page.getByRole('button', { name: `Block ${bob.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText(`You have blocked ${bob.name}.`)).toBeVisible()
  // A block ends the member’s own follow, and the page no longer has a button to follow.
  await expect(page.getByRole('button', { name: `Unfollow ${bob.name}` })).toHaveCount(0)
  await expect(page.getByText('0 followers')).toBeVisible()
  await expect(page.getByRole('button', { name: `Follow ${bob.name}` })).toHaveCount(0)
  await expectClean(page)
})

test('a follow that fails says so and goes back', { tag: '@long' }, async ({ page }) => {
  const [ann, bob] = [await joinVerified(page), await joinVerified(page)]
  await logIn(page, ann)
  const json = { error: 'broken', message: 'It broke.' }
  const failures: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 500, json }),
    (route) => route.abort(),
  ]
  for (const fail of failures) {
    await page.goto(`/user/${bob.id}`)
    await page.route('**/api/follow/follow-user', fail, { times: 1 })
    await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to update follow state')
    await expect(page.getByRole('button', { name: `Follow ${bob.name}` })).toBeVisible()
    await expectClean(page, { expected: /500|ERR_FAILED/ })
  }
})

test(
  'the account page lists the members who are blocked, to unblock them',
  { tag: '@long' },
  async ({ page }) => {
    const [ann, bob, cat] = [
      await joinVerified(page),
      await joinVerified(page),
      await joinVerified(page),
    ]
    await logIn(page, ann)
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
    const blocked = page.getByRole('region', { name: 'Members you have blocked' })
    await expect(blocked).toHaveCount(0)
    for (const { id } of [bob, cat]) await send(page, ann, '/follow/block', { userId: id })
    await page.reload()
    await expect(blocked.getByRole('link')).toHaveText([cat.name, bob.name])
    await expectClean(page)

    const unblock = page.getByRole('button', { name: `Unblock ${bob.name}` })
    await page.route('**/api/follow/block', (route) =>
      route.fulfill({ status: 500, json: { error: 'broken', message: 'It broke.' } }),
    )
    await unblock.click()
    await expect(blocked.getByRole('alert').getByText('It broke.')).toBeVisible()
    await page.unroute('**/api/follow/block')
    await unblock.click()
    await expect(blocked.getByRole('link')).toHaveText([cat.name])
    await expectClean(page, { expected: /500/ })
  },
)

test(
  'a member gives themselves a picture, others see it, and it goes again',
  { tag: '@long' },
  async ({ page }) => {
    const ann = await joinVerified(page)
    await logIn(page, ann)
    await page.setViewportSize(phone)
    await page.goto('/my-page')
    const change = main(page).getByRole('button', { name: 'Change your picture' })
    await change.click()
    const dialog = page.getByRole('dialog', { name: 'Your picture' })
    const background = '#2060c0'
    const picture = await sharp({ create: { width: 500, height: 800, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
    const crop = dialog.getByRole('group', { name: /^Your photo/ })
    await expect(crop).toBeVisible()
    await expect
      .poll(async () => {
        const { width, height } = (await crop.boundingBox())!
        return Math.abs(width - height)
      })
      .toBeLessThan(2)
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Save photo' }).click()
    await expect(dialog).toBeHidden()
    await expect(change).toBeFocused()
    await expect(change.locator('img')).toHaveAttribute('src', /v=[0-9a-f]{32}&size=320$/)
    await expect
      .poll(() => change.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(320)
    await expectClean(page)

    await page.goto(`/user/${ann.id}`)
    await expect(main(page).locator('img[src*="size=320"]').first()).toBeVisible()

    await page.goto('/my-page')
    await change.click()
    // A slip doesn't remove it.
    const question = page.getByRole('alertdialog', { name: 'Remove your picture?' })
    const remove = dialog.getByRole('button', { name: 'Remove my picture' })
    await remove.click()
    await expectClean(page)
    await question.getByRole('button', { name: 'Back' }).click()
    await expect(question).toBeHidden()
    await remove.click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Your picture is removed.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(change).toBeFocused()
    await expect(change.locator('img')).not.toHaveAttribute('src', /size=320/)
  },
)
