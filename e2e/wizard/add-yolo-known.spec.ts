import type { Page } from '@playwright/test'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn, save, send, verify } from '../members.ts'
import { quarters } from '../photo-files.ts'
import { knownIn } from '../looks/screens.ts'

const question = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test(
  'from a restaurant, a category or a dish the wizard begins with what is known',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const { restaurant } = await knownIn(baseURL!)
    const found = await (await page.request.get(`/api/restaurants/${restaurant}`)).json()
    const [dish] = found.items

    // No city has been chosen, but the wizard needs none if the restaurant is known.
    await page.goto(`/restaurant/${restaurant}`)
    await page.getByRole('navigation', { name: 'Main' }).getByText('Add Favorite').click()
    await question(page, 'Which category?')
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=10`)
    await question(page, `Which beer at ${found.restaurant.name}?`)
    await expectClean(page)
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=3&item=${dish.id}`)
    await question(page, dish.categoryId === 14 ? 'Why this one?' : 'Which tags fit it?')
    await page.goto('/add-yolo?step=yolo')
    await expect(page.getByRole('main')).toContainText(dish.itemName)

    // A draft of the same dish goes on, and says so.
    await page.getByPlaceholder('Tell us why you love it!').fill('It was dry.')
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=3&item=${dish.id}`)
    await expect(page.getByText('You go on with what you began earlier.')).toBeVisible()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByText('You go on with')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.goto('/add-yolo?step=yolo')
    await expect(page.getByPlaceholder('Tell us why you love it!')).toHaveValue('It was dry.')
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=3&item=${dish.id}`)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByText('You go on with')).toBeHidden()
    await page.goto('/add-yolo?step=yolo')
    await expect(page.getByPlaceholder('Tell us why you love it!')).toHaveValue('')

    // The text for one dish isn't reused for another.
    await page.getByPlaceholder('Tell us why you love it!').fill('It drips.')
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=3&item=${found.items[1].id}`)
    await expect(page).toHaveURL(/step=(tags|yolo)$/)
    await expect(page.getByText(/ isn’t saved yet\./)).toBeVisible()
    await page.goto('/add-yolo?step=yolo')
    await expect(page.getByPlaceholder('Tell us why you love it!')).toHaveValue('')

    await page.goto('/beer/minneapolis-mn-us')
    await page.getByRole('navigation', { name: 'Main' }).getByText('Add Favorite').click()
    await question(page, /Which (city|restaurant)\?/)
    expect(await page.evaluate(() => sessionStorage.getItem('add-yolo'))).toContain(
      '"categoryId":10',
    )
  },
)

test(
  'a city that is known is shown with the search and isn’t asked for; CHANGE LOCATION and BACK lead to another',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const place = { lat: 44.98, lng: -93.265, name: 'Minneapolis, MN, US' }
      if (!localStorage.getItem('location')) localStorage.setItem('location', JSON.stringify(place))
    })
    const main = page.getByRole('main')
    await page.goto('/add-yolo')
    await question(page, 'Which restaurant?')
    await expect(main.getByText('Minneapolis, MN, US', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'CHANGE LOCATION' }).click()
    await page.getByRole('combobox', { name: 'ENTER LOCATION HERE' }).fill('New York')
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'CHANGE', exact: true }).click()
    await expect(main.getByText(/^New York/).first()).toBeVisible()
    await question(page, 'Which restaurant?')
    await expect(page.getByRole('button', { name: 'CHANGE LOCATION' })).toBeFocused()
    await expectClean(page)

    await page.getByRole('button', { name: 'BACK' }).click()
    await question(page, 'Which city?')
    await expect(page.getByRole('link', { name: 'BACK' })).toHaveAttribute('href', '/home')
    await page.getByRole('button', { name: 'NEXT' }).click()
    await question(page, 'Which restaurant?')
  },
)

test(
  'a new start is empty; what was left off is offered, and comes back to who wrote it',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const { restaurant } = await knownIn(baseURL!)
    const words = page.getByPlaceholder('Tell us why you love it!')
    const typed = page.getByLabel('NAME OF MENU ITEM?')
    const offer = page.getByRole('button', { name: 'Continue where you left off' })
    // From another page, because a visit of the same address is a reload, which keeps the step before it.
    const openAt = async (step: string) => {
      await page.goto('/about')
      await page.goto(`/add-yolo?step=${step}`)
    }
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=10`)
    await typed.fill('Hazy Pale')
    await page.getByRole('button', { name: 'NEXT' }).click()
    await words.fill('Like a warm evening.')

    await page.goto(`/add-yolo?restaurant=${restaurant}&category=3`)
    await question(page, /^Which burger/)
    await expect(typed).toHaveValue('')
    await expect(page.getByText(/Hazy Pale · .* isn’t saved yet\./)).toBeVisible()
    await expectClean(page)
    // A reload doesn't start a new draft.
    await typed.fill('Plain Burger')
    await page.reload()
    await expect(typed).toHaveValue('Plain Burger')
    await page.getByRole('button', { name: 'NEXT' }).click()
    await question(page, 'Which tags fit it?')
    // Only the step that the wizard is opened at offers it.
    await expect(offer).toBeHidden()
    await openAt('tags')
    await offer.click()
    await question(page, 'Why this one?')
    await expect(page.getByRole('main')).toContainText('Hazy Pale')
    await expect(words).toHaveValue('Like a warm evening.')

    // One that was left at the tags goes on there.
    await openAt('yolo')
    await offer.click()
    await question(page, 'Which tags fit it?')
    await openAt('tags')
    await offer.click()
    await question(page, 'Why this one?')

    // The draft that was continued is offered again at the next start.
    await page.goto('/add-yolo')
    await expect(page.getByText(/Hazy Pale · .* isn’t saved yet\./)).toBeVisible()
    // So is the one that was begun meanwhile.
    await page.getByRole('button', { name: '1 more' }).click()
    await expect(page.getByText(/Plain Burger · .* isn’t saved yet\./)).toBeVisible()
    await page.getByRole('button', { name: 'Forget it' }).first().click()
    await page.getByRole('button', { name: 'Forget it' }).click()
    await expect(offer).toBeHidden()
    await page.reload()
    await expect(offer).toBeHidden()

    // On a shared device, a draft is offered only to the member who wrote it.
    await logIn(page, await join(page))
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=10`)
    await typed.fill('Secret Stout')
    await page.goto(`/add-yolo?restaurant=${restaurant}&category=10`)
    await expect(offer).toBeVisible()
    await typed.fill('Another Stout')
    await logIn(page, await join(page))
    await page.goto('/add-yolo?step=item')
    await expect(typed).toBeHidden()
    await expect(offer).toBeHidden()
    await page.goto('/add-yolo')
    await expect(offer).toBeHidden()
  },
)

test(
  'a category that is full says so before anything is written, and to a visitor once they have logged in',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const { restaurant } = await knownIn(baseURL!)
    const member = await join(page)
    await verify(page, member)
    const three = ['One', 'Two', 'Three'].map((name) => `Full ${name} ${member.id}`)
    for (const name of three) await save(page, member, name)
    const filled = page.getByText('Quota of 3 filled')
    const begin = `/add-yolo?restaurant=${restaurant}&category=3`

    await page.goto(begin)
    await page.getByLabel('NAME OF MENU ITEM?').fill('A fourth burger')
    await page.getByRole('button', { name: 'NEXT' }).click()
    await page.getByRole('button', { name: 'NEXT' }).click()
    await page.getByPlaceholder('Tell us why you love it!').fill('It drips.')
    await expect(filled).toBeHidden()
    await page.getByRole('button', { name: 'Save Yolo' }).click()
    await question(page, 'Almost Done!')
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await page.getByRole('button', { name: 'Current Members - Log In' }).click()
    await question(page, 'Why this one?')
    await expect(filled).toBeVisible()
    const standing = page.getByRole('group', { name: 'Which one should go?' })
    for (const name of three) await expect(standing).toContainText(name)
    await expectClean(page)

    await page.goto(begin)
    await question(page, /^Which burger/)
    for (const name of three) await expect(filled).toContainText(name)
    await expectClean(page)
    await page.getByRole('button', { name: 'Choose another category' }).click()
    await question(page, 'Which category?')
  },
)

test('saving a dish that one voted for says that the vote is withdrawn, and how many there are', async ({
  page,
}) => {
  await stayOnLastPage(page)
  const member = await join(page)
  const { itemId } = await save(page, await join(page), `Voted ${member.id}`)
  for (const voter of [member, await join(page)])
    await send(page, voter, `/items/${itemId}/upvote`, {})
  await logIn(page, member)
  await page.goto(`/add-yolo?item=${itemId}`)
  await question(page, 'Which tags fit it?')
  await page.getByRole('button', { name: 'NEXT' }).click()
  await page.getByRole('button', { name: 'Save Yolo' }).click()
  await page.getByRole('button', { name: "DON'T SAVE" }).click()
  await question(page, 'Yolo added.')
  await expect(
    page.getByText('Your upvote of it is withdrawn: a favorite counts by itself. It has 1 upvote.'),
  ).toBeVisible()
  await expectClean(page)
})

test('Back loses no photo that was chosen, and leads on to what tells that the favorite is saved', async ({
  page,
}) => {
  await stayOnLastPage(page)
  const member = await join(page)
  const { itemId } = await save(page, await join(page), `Back ${member.id}`)
  await logIn(page, member)
  await page.goto(`/add-yolo?item=${itemId}`)
  await question(page, 'Which tags fit it?')
  await page.getByRole('button', { name: 'NEXT' }).click()
  await page.getByRole('button', { name: 'Save Yolo' }).click()
  await question(page, 'Add a photo?')
  const photo = { name: 'dish.jpg', mimeType: 'image/jpeg', buffer: await quarters() }
  await page.getByLabel('Photo file').setInputFiles(photo)
  const turn = page.getByRole('button', { name: /^Rotate/ }).first()
  await turn.click()
  await page.goBack()
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectClean(page)
  await asked.getByRole('button', { name: 'Stay' }).click()
  await expect(turn).toBeVisible()
  await page.goBack()
  await asked.getByRole('button', { name: 'Leave' }).click()
  await question(page, 'Yolo added.')
  await expect(page.getByRole('main')).toContainText(`Back ${member.id}`)
})

test(
  'who must verify first and does so on another device goes on without a tap',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const { itemId } = await save(page, await join(page), `Elsewhere ${member.id}`)
    await save(page, member, `First ${member.id}`)
    await logIn(page, member)
    await page.setViewportSize({ width: 390, height: 844 })
    // The test controls the clock, so that it needn't wait.
    await page.clock.install()
    await page.goto(`/add-yolo?item=${itemId}`)
    await question(page, 'Which tags fit it?')
    await page.getByRole('button', { name: 'NEXT' }).click()
    const told = page.getByText(/you must verify by e-mail first/)
    const [text, button] = await Promise.all([
      told.boundingBox(),
      page.getByRole('button', { name: 'Send it again' }).boundingBox(),
    ])
    // The text isn't squeezed into a column beside the button.
    expect(button!.y).toBeGreaterThanOrEqual(text!.y + text!.height)
    await expectClean(page)
    await page.getByPlaceholder('Tell us why you love it!').fill('Kept meanwhile')
    await verify(page, member)
    await page.clock.runFor(10_000)
    await expect(page.getByRole('button', { name: 'Save Yolo' })).toBeVisible()
    await expect(told).toBeHidden()
    await expect(page.getByPlaceholder('Tell us why you love it!')).toHaveValue('Kept meanwhile')
  },
)

test(
  'what an address names and there isn’t is asked for like anything else',
  { tag: '@long' },
  async ({ page }) => {
    for (const odd of [
      'restaurant=2147483647',
      'item=-1',
      'category=99',
      'restaurant=x&item=1e9',
    ]) {
      await page.goto(`/add-yolo?${odd}`)
      await question(page, 'Which city?')
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await expectClean(page, { expected: /404/ })
  },
)

test('the last page goes on to My Page after three seconds, says so, and can be stopped', async ({
  page,
}) => {
  await logIn(page, await join(page))
  await page.addInitScript(() => localStorage.setItem('pushAnswer', '"not now"'))
  await page.addInitScript(() =>
    sessionStorage.setItem(
      'add-yolo',
      JSON.stringify({
        saved: { id: 1, itemName: 'Burger', categoryId: 3, restaurantName: 'X', citySlug: '' },
      }),
    ),
  )
  // The test controls the clock, so that a busy machine makes no difference.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/add-yolo?step=done')
  const told = page.getByRole('status').filter({ hasText: 'My Page opens in 3 seconds.' })
  await question(page, 'Yolo added.')
  await page.clock.runFor(200)
  await expect(told).toBeVisible()
  const stay = page.getByRole('button', { name: 'Stay here' })
  await page.setViewportSize({ width: 390, height: 600 })
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
  const { y, height } = (await stay.boundingBox())!
  expect(y + height).toBeLessThan(bar!.y)
  // Nothing moves under a finger.
  const below = page.getByRole('main').getByRole('link', { name: 'My Page' })
  const before = await below.boundingBox()
  await stay.click()
  await expect(page.getByText('You stay on this page.')).toBeVisible()
  expect(await below.boundingBox()).toEqual(before)
  await page.clock.runFor(60_000)
  await question(page, 'Yolo added.')

  await page.reload()
  await question(page, 'Yolo added.')
  await page.clock.runFor(200)
  await expect(told).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page).toHaveURL('/my-page')

  // It doesn't go on while it asks something.
  await page.addInitScript(() => {
    localStorage.removeItem('pushAnswer')
    Object.defineProperty(Notification, 'permission', { value: 'default' })
  })
  await page.goto('/add-yolo?step=done')
  await expect(page.getByText('Shall we tell you on this device')).toBeVisible()
  await page.clock.runFor(60_000)
  await question(page, 'Yolo added.')
  await expect(told).toBeHidden()
})
