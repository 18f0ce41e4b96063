import type { Page } from '@playwright/test'
import { expect, test } from './checks.ts'
import { knownIn } from './looks/screens.ts'
import { join, logIn, verify } from './members.ts'
import { Newcomer } from './newcomer.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }
const list = '/burgers/minneapolis-mn-us'
const heading = (page: Page) => page.getByRole('heading', { name: /^Within 20 miles/ })
const scrolled = (page: Page) => page.evaluate(() => scrollY)

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test(
    'the unfolded menu’s last place isn’t covered on the home page',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/home')
      await page.getByRole('button', { name: 'Menu' }).click()
      const last = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Login' })
      await expect(last).toBeVisible()
      const { x, y, width, height } = (await last.boundingBox())!
      const logo = (await page.getByText('Yolo', { exact: true }).first().boundingBox())!
      expect(logo.y).toBeGreaterThanOrEqual(y + height)
      await page.mouse.click(x + width / 2, y + height - 2)
      await expect(page).toHaveURL('/login')
    },
  )

  test(
    'a filter chosen in the middle of the list shows the new list from its head',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(list)
      await page.evaluate(() => scrollTo(0, 1500))
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const filter = page.getByRole('dialog', { name: 'Filter your choices' })
      await filter.getByRole('checkbox', { name: 'Smash' }).check()
      await filter.getByRole('button', { name: /^Show/ }).click()
      await expect(heading(page)).toBeInViewport({ ratio: 1 })
    },
  )

  test('a tap selects the city', { tag: '@long' }, async ({ page }) => {
    await page.goto(list)
    const bar = page.getByRole('region', { name: 'City, distance and filter' })
    await bar.getByRole('button', { name: /Minneapolis/ }).click()
    const where = page.getByRole('dialog', { name: 'Where are you?' })
    const field = where.getByRole('combobox', { name: 'Enter your desired city' })
    await expect(field).toHaveValue('Minneapolis, MN, US')
    await field.click()
    await expect
      .poll(() => page.evaluate(() => getSelection()?.toString()))
      .toBe('Minneapolis, MN, US')
    await page.keyboard.type('Xyzzyville')
    await expect(field).toHaveValue('Xyzzyville')
    await where.getByRole('button', { name: 'Done' }).click()
    await expect(where).toBeHidden()
  })

  test('the terms open next to the form for joining', { tag: '@long' }, async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('E-mail').fill('kept@example.com')
    const popup = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('link', { name: 'terms of use' }).click()
    await expect(await popup).toHaveURL('/terms')
    await expect(page.getByLabel('E-mail')).toHaveValue('kept@example.com')
  })

  test(
    'a page loaded whole begins at its head, and back leads to where one was',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(list)
      await page.evaluate(() => scrollTo(0, 1500))
      await page.goto('/pizza/minneapolis-mn-us')
      await expect(heading(page)).toBeInViewport()
      expect(await scrolled(page)).toBe(0)
      await page.goBack()
      await expect.poll(() => scrolled(page)).toBeGreaterThan(1400)
    },
  )

  test(
    'joining tells all at once, drops what is mended, and shows why the whole was refused',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/signup')
      const newcomer = new Newcomer()
      await newcomer.fillIn(page, '1880')
      const summary = page.getByRole('alert').filter({ hasText: 'Please check this' })
      await expect(summary.getByRole('listitem')).toHaveText([
        'This year can’t be right. Please check it.',
      ])
      await page.getByLabel('E-mail').fill('nope')
      await page.getByRole('button', { name: 'New Members - Join' }).click()
      await expect(summary).toBeFocused()
      await expect(summary.getByRole('listitem')).toHaveText([
        'This doesn’t look like an e-mail address.',
        'This year can’t be right. Please check it.',
      ])
      await page.getByLabel('E-mail').fill(newcomer.email)
      await expect(summary.getByRole('listitem')).toHaveCount(1)
      await expect(page.getByLabel('E-mail')).toBeFocused()
      await page.getByLabel('Year').fill('1990')
      await expect(summary).toBeHidden()

      const message = 'That was too often. Please try again later.'
      const refused = { error: 'too_many', message, retryAfter: 60 }
      await page.route('**/api/register', (route) => route.fulfill({ status: 429, json: refused }))
      await page.getByRole('button', { name: 'New Members - Join' }).click()
      await expect(page.getByText(message)).toBeInViewport({ ratio: 1 })
    },
  )
})

test(
  'a city chosen by the keyboard next to a list keeps the focus in its field',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize(desktop)
    await page.goto(list)
    const field = page.getByRole('combobox', { name: 'Enter your desired city' })
    await field.fill('Duluth')
    await expect(page.getByRole('option', { name: 'Duluth, MN, US' })).toBeVisible()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: /^Within 20 miles of Duluth/ })).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Duluth, MN, US')
  },
)

test(
  'a form is sent where the button that leads to the top would come back',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/restaurant/${(await knownIn(baseURL!)).restaurant}`)
    await page.getByRole('button', { name: 'Suggest a correction' }).click()
    const value = page.getByLabel('Phone', { exact: true })
    await value.fill('call me')
    const send = page.getByRole('button', { name: 'Send' })
    const at = await send.evaluate((button) => {
      scrollBy({ top: button.getBoundingClientRect().bottom - 776, behavior: 'instant' })
      const { left, top, width, height } = button.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    })
    await value.evaluate((field) => field.focus({ preventScroll: true }))
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.mouse.up()
    await expect(page.getByText('This can’t be a phone number.')).toBeVisible()
  },
)
