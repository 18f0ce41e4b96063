import type { Page } from '@playwright/test'
import { expect, expectClean, expectInWindow, test } from './checks.ts'
import { join, logIn, save, verify } from './members.ts'
import { file, quarters } from './photo-files.ts'
import { knownIn } from './looks/screens.ts'

// Tests for a phone whose screen isn't a plain rectangle: notches, an on-screen keyboard, gestures.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const list = '/burgers/minneapolis-mn-us'

/** Sets what a notch at the top and a bar at the bottom of the screen cover. */
async function withInsets(page: Page, insets: { top: number; bottom: number }) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { ...insets, topMax: insets.top, bottomMax: insets.bottom },
  })
}

const boxOf = async (page: Page, role: 'link' | 'button' | 'navigation', name: string | RegExp) =>
  (await page.getByRole(role, { name }).first().boundingBox())!

test('nothing stands under a notch or the bar of gestures', { tag: '@long' }, async ({ page }) => {
  await page.goto(list)
  await withInsets(page, { top: 50, bottom: 34 })
  expect((await boxOf(page, 'link', 'Yolo, to the home page')).y).toBeGreaterThanOrEqual(50)
  for (const name of ['Home', 'Search', 'Me']) {
    const { y, height } = await boxOf(page, 'link', name)
    expect(y + height).toBeLessThanOrEqual(844 - 34)
  }
  const bar = page.getByRole('region', { name: 'City, distance and filter' })
  await page.evaluate(() => scrollTo(0, 2000))
  await expect
    .poll(async () => (await bar.locator('> *').first().boundingBox())!.y)
    .toBeGreaterThanOrEqual(50)
  await page.getByRole('button', { name: 'Click here to filter your choices' }).tap()
  const dialog = page.getByRole('dialog')
  const close = (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!
  expect(close.y).toBeGreaterThanOrEqual(50)
  const action = (await dialog.getByRole('button').last().boundingBox())!
  expect(action.y + action.height).toBeLessThanOrEqual(844 - 34)
  await expectInWindow(page)
})

test(
  'a dialog stands above a keyboard that covers the page',
  { tag: '@long' },
  async ({ page }) => {
    const viewport = await (await page.request.get(list)).text()
    expect(viewport).toContain('interactive-widget=resizes-content')
    await logIn(page, await join(page))
    // As on iOS: the keyboard covers the page, and only the visual viewport tells.
    await page.addInitScript(() => {
      let height: number | null = null
      const { get } = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')!
      Object.defineProperty(VisualViewport.prototype, 'height', {
        get(this: VisualViewport) {
          return height ?? (get!.call(this) as number)
        },
      })
      Object.assign(window, {
        coverTo(to: number) {
          height = to
          visualViewport!.dispatchEvent(new Event('resize'))
        },
      })
    })
    await page.addInitScript(() =>
      localStorage.setItem('location', '{"lat":44.98,"lng":-93.26,"name":"Minneapolis"}'),
    )
    await page.goto('/home')
    await page.getByRole('link', { name: 'Add Your Favorites' }).first().tap()
    const add = page.getByRole('button', { name: 'Add a missing restaurant' })
    await add.tap()
    const dialog = page.getByRole('dialog')
    await page.getByRole('textbox', { name: 'Address' }).focus()
    await page.evaluate(() => (window as unknown as { coverTo(to: number): void }).coverTo(500))
    const actions = dialog.getByRole('button', { name: 'BACK' })
    await expect
      .poll(async () => {
        const { y, height } = (await actions.boundingBox())!
        return y + height
      })
      .toBeLessThanOrEqual(500)
    const { y, height } = (await dialog.getByRole('textbox', { name: 'Name' }).boundingBox())!
    expect(y).toBeGreaterThan(0)
    // Escape, or Android's Back, closes the dialog and keeps what was typed.
    const restaurantName = dialog.getByRole('textbox', { name: 'Name' })
    await restaurantName.fill('Corner Grill')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await add.tap()
    await expect(restaurantName).toHaveValue('Corner Grill')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Add restaurant' }).tap()
    await expect(dialog.getByText('No connection. Try again.')).toBeVisible()
    await expect(restaurantName).toHaveValue('Corner Grill')
    await page.context().setOffline(false)
    // While it is added, Escape does nothing, so that a refusal is seen.
    const refuse = Promise.withResolvers<void>()
    await page.route('**/api/restaurants', async (route) => {
      await refuse.promise
      await route.fulfill({ status: 429, json: { error: 'too_many', message: 'We are busy.' } })
    })
    await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Main Street')
    await dialog.getByRole('button', { name: 'Add restaurant' }).tap()
    await page.keyboard.press('Escape')
    await actions.tap()
    refuse.resolve()
    await expect(dialog.getByText('We are busy.')).toBeVisible()
    expect(y + height).toBeLessThan(500)
  },
)

test(
  'in the wizard a small window with a keyboard shows the field and the button',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, await join(page))
    await page.goto('/add-yolo?restaurant=1&category=3')
    const field = page.getByLabel('NAME OF MENU ITEM?')
    await field.fill('Tall Burger')
    // As on Android: the page becomes smaller.
    await page.setViewportSize({ width: 390, height: 500 })
    await field.blur()
    await field.focus()
    const next = (await page.getByRole('button', { name: 'NEXT' }).boundingBox())!
    const box = (await field.boundingBox())!
    expect(next.y + next.height).toBeLessThanOrEqual(500)
    expect(box.y + box.height).toBeLessThanOrEqual(next.y)
  },
)

test(
  'the phone’s back asks before it loses an edited favorite',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    await save(page, member, `Swipe ${member.id}`)
    // A page in the site's history, as leaving the site can't be asked about.
    await page.goto('/home')
    await page.getByRole('link', { name: 'Me', exact: true }).tap()
    await page.getByRole('button', { name: /^Yolo Settings/ }).tap()
    await page.getByRole('button', { name: 'Add Yolo Text' }).tap()
    await page.getByLabel('Your review').fill('Half a sentence')
    await page.evaluate(() => history.back())
    await expect(page.getByText('Leave without saving?')).toBeVisible()
    await page.getByRole('button', { name: 'Stay' }).tap()
    await expect(page.getByLabel('Your review')).toHaveValue('Half a sentence')
  },
)

test(
  'leaving a photo that was chosen and isn’t saved is asked about',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    await save(page, member, `Photo ${member.id}`)
    await page.goto('/home')
    await page.getByRole('link', { name: 'Me', exact: true }).tap()
    const question = page.getByText('Leave without saving?')
    const crop = page.getByRole('group', { name: /^Your photo/ })
    const asksBeforeUnload = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await page.getByRole('button', { name: /^Yolo Settings/ }).tap()
    for (const name of ['Edit or upload photo', 'Change your picture']) {
      const openEditor = () => page.getByRole('button', { name }).tap()
      await openEditor()
      const dialog = page.getByRole('dialog', { name: /^(Edit or upload photo|Your picture)$/ })
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await openEditor()
      await dialog.getByLabel('Photo file').setInputFiles(file(await quarters()))
      await expect(crop).toBeVisible()
      await expect.poll(asksBeforeUnload).toBe(true)
      await page.evaluate(() => history.back())
      await expect(question).toBeVisible()
      await expectClean(page)
      await page.getByRole('button', { name: 'Stay' }).tap()
      await expect(question).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.getByRole('button', { name: 'Leave', exact: true }).tap()
      await expect(dialog).toBeHidden()
      await expect.poll(asksBeforeUnload).toBe(false)
    }
  },
)

test(
  'a dish’s vote and save stay within the thumb’s reach, and cover nothing',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const { dish } = await knownIn(baseURL!)
    await page.goto(`/dish/${dish}`)
    const vote = page.getByRole('button', { name: /^Tap to Upvote/ }).first()
    const add = page.getByRole('link', { name: 'Save it to your three' })
    const nav = (await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox())!
    for (const top of [0, 100_000]) {
      await page.evaluate((to) => scrollTo(0, to), top)
      for (const control of [vote, add]) {
        const { y, height } = (await control.boundingBox())!
        expect(y).toBeGreaterThan((844 * 2) / 3)
        expect(y + height).toBeLessThanOrEqual(nav.y)
      }
    }
    const last = (await page.getByRole('contentinfo').locator('p').last().boundingBox())!
    expect(last.y + last.height).toBeLessThanOrEqual((await vote.boundingBox())!.y)
    await expectInWindow(page)
  },
)

test(
  'on a phone held sideways the wizard’s buttons cover nothing',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 360 })
    await page.goto('/home')
    const city = page.getByRole('combobox', { name: 'Enter your desired city' })
    await city.fill('Minneapolis')
    await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await page.goto('/add-yolo?step=name')
    const name = (await page.getByRole('combobox', { name: 'Restaurant name' }).boundingBox())!
    const back = (await page.getByRole('button', { name: 'BACK' }).boundingBox())!
    expect(back.y).toBeGreaterThan(name.y + name.height)
  },
)
