import type { Route } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join } from '../members.ts'

test.describe('search', () => {
  test('the box on every screen suggests, keeps the last searches', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/about')
    const box = page.getByRole('banner').getByRole('search')
    await box.getByRole('combobox').click()
    await expect(box.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('minneaplis')
    await expect(page.getByRole('option', { name: /^Minneapolis, MN, US/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=minneaplis/)
    await expect(page.getByRole('region', { name: 'Cities' })).toContainText('Minneapolis, MN, US')
    const last = page.getByRole('region', { name: 'Your last searches' })
    await expect(last).toContainText('minneaplis')
    await last.getByRole('button', { name: 'Clear last searches' }).click()
    await expect(last).toBeHidden()
    // A query from a link isn't saved as a search, because nobody typed it. It is saved once the visitor submits it.
    await page.goto('/search?q=minneapolis')
    await expect(page.getByRole('region', { name: 'Cities' })).toBeVisible()
    await page.getByRole('combobox').click()
    await expect(page.getByRole('combobox')).toHaveAttribute('aria-controls', /./)
    expect(await page.evaluate(() => localStorage.getItem('searches'))).toBeNull()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(last).toContainText('minneapolis')
    // So does the button of this name below the field.
    const field = page.getByRole('combobox')
    await field.fill('')
    await expect(page.getByRole('option', { name: 'minneapolis' })).toBeVisible()
    await page.getByRole('search').getByRole('button', { name: 'Clear last searches' }).click()
    await expect(last).toBeHidden()
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(field).toBeFocused()
  })

  test(
    'a log-out leaves the next person neither one’s searches nor one’s city',
    { tag: '@long' },
    async ({ page }) => {
      const member = await join(page)
      await page.goto('/search')
      await page.evaluate(
        ([user, place]) => {
          localStorage.setItem('user', user!)
          localStorage.setItem('location', place!)
        },
        [JSON.stringify(member), JSON.stringify({ lat: 44.98, lng: -93.26, name: 'Minneapolis' })],
      )
      await page.reload()
      await page.getByRole('combobox').fill('gluten free')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      const last = page.getByRole('region', { name: 'Your last searches' })
      await expect(last).toContainText('gluten free')
      await page.goto('/logout')
      await expect(page).toHaveURL('/home')
      await page.goto('/search')
      await expect(page.getByRole('combobox')).toBeVisible()
      await expect(last).toBeHidden()
      expect(await page.evaluate(() => localStorage.getItem('location'))).toBeNull()
    },
  )

  test(
    'Enter right after the text searches for it, as often as one asks',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/search')
      const field = page.getByRole('combobox', { name: 'Dish, restaurant, city or member' })
      await expect(field).toHaveAttribute('aria-controls', /./)
      for (const query of ['burger', 'ramen', 'pizza', 'minneapolis', 'taco', 'beer']) {
        // The text comes at once, as from a paste, and Enter follows without a pause.
        await field.evaluate((input: HTMLInputElement, text) => {
          input.focus()
          input.select()
          document.execCommand('insertText', false, text)
        }, query)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: `Search: ${query}` })).toBeVisible({
          timeout: 5_000,
        })
        await expect(page).toHaveTitle(`${query} · Search · Yolo`)
      }
    },
  )

  test(
    'on a phone the page of searches suggests, and its button asks for what is typed',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/search')
      const field = page.getByRole('combobox', { name: 'Dish, restaurant, city or member' })
      await expect(field).toBeFocused()
      await page.keyboard.type('burger')
      await expect(page.getByRole('option').first()).toContainText(/burger/i)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL(/\/search\?q=burger$/)
      await expect(page.getByRole('heading', { name: 'Search: burger' })).toBeVisible()
      await expect(field).toHaveValue('burger')
      await expect(page.getByRole('option')).toHaveCount(0)
    },
  )

  test(
    'a dish that is found has its picture, restaurant, distance, category and upvotes',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/search?q=burger&latitude=44.98&longitude=-93.27')
      const dish = page.getByRole('region', { name: 'Dishes' }).getByRole('listitem').first()
      await expect(dish).toContainText(/burger/i)
      await expect(dish).toContainText(/ · (?:right here|[\d.]+ mi)/)
      await expect(dish).toContainText(/Burgers · \d+ upvotes?/)
      await expect(dish.locator('img, svg').first()).toBeVisible()
      const { width, height } = (await dish.boundingBox())!
      // The whole row is a link to the dish.
      await dish.click({ position: { x: width - 5, y: height / 2 } })
      await expect(page).toHaveURL(/\/dish\/\d+/)
    },
  )

  test(
    'a search that is opened by its address looks near the city chosen before',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/home')
      const field = page.getByRole('combobox', { name: 'Enter your desired city' })
      await field.fill('Minneapolis')
      await page.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
      await expect(field).toHaveValue('Minneapolis, MN, US')
      await page.goto('/search?q=burger')
      await expect(page).toHaveURL(/q=burger&latitude=44\.98&longitude=-93\.26/)
      const dishes = page.getByRole('region', { name: 'Dishes' })
      await expect(dishes.getByRole('listitem').first()).toContainText(/\d mi/)
    },
  )

  test(
    'a search near me asks where that is, and then finds what is near',
    { tag: '@long' },
    async ({ page, context }) => {
      await context.grantPermissions(['geolocation'])
      await context.setGeolocation({ latitude: 44.98, longitude: -93.27 })
      await page.goto('/search?q=best+burger+near+me')
      await expect(page.getByText('We don’t know where you are')).toBeVisible()
      await expectClean(page)
      await page.getByRole('button', { name: 'Near me' }).click()
      await expect(page).toHaveURL(/&latitude=44\.98&longitude=-93\.27$/)
      await expect(page.getByText('We don’t know where you are')).toBeHidden()
      const dishes = page.getByRole('region', { name: 'Dishes' }).getByRole('listitem')
      await expect(dishes.first()).toContainText(/\d mi/)
    },
  )

  test(
    'while an answer is late, no suggestion stands there for another word',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      // Makes requests ignore their abort signal, because an aborted request may be answered all the same.
      await page.addInitScript(() => {
        const send = fetch
        window.fetch = (asked, init) => send(asked, { ...init, signal: null })
      })
      await page.goto('/search')
      const field = page.getByRole('combobox', { name: 'Dish, restaurant, city or member' })
      await expect(field).toBeFocused()
      const pizza = page.getByRole('option').filter({ hasText: /pizza/i })
      await page.keyboard.type('pizza')
      await expect(pizza.first()).toBeVisible()
      const late: Route[] = []
      await page.route('**/api/search?*', (route) => void late.push(route))
      // If the text is only extended, the old suggestions remain, so that the list doesn't flicker.
      await page.keyboard.type('s')
      await expect.poll(() => late.length).toBe(1)
      await expect(pizza.first()).toBeVisible()
      await field.fill('latte')
      await expect(page.getByText('Searching…')).toBeVisible()
      await expect(pizza).toHaveCount(0)
      await expect.poll(() => late.length).toBe(2)
      await late[1]!.continue()
      await expect(page.getByRole('option').first()).toContainText(/latte/i)
      // The older answer comes after the newer one.
      await late[0]!.continue()
      await (await late[0]!.request().response())!.finished()
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      await expect(page.getByRole('option').first()).toContainText(/latte/i)
      await expect(pizza).toHaveCount(0)
      // After the field is emptied, a new search shows none of the old suggestions.
      await page.keyboard.press('Escape')
      await field.fill('')
      await page.keyboard.press('ArrowDown')
      await expect(field).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('x')
      await expect(page.getByText('Searching…')).toBeVisible()
      await expect(page.getByRole('option')).toHaveCount(0)
    },
  )

  test('a visitor finds a dish by its page, misspelled, without scripts too', async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/search')
    await page
      .getByRole('combobox', { name: 'Dish, restaurant, city or member' })
      .fill('cheesburger')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('region', { name: 'Dishes' })).toContainText(/cheeseburger/i)
    // An invisible mark (U+200E), as copied text may contain, doesn't make the query invalid.
    await page.goto('/search?q=%E2%80%8Eqqqqzz')
    await expect(page.getByText('Nothing is called “qqqqzz” here.')).toBeVisible()
    const advice = page.getByText(
      'Try fewer words, the name of a dish (ramen), a restaurant, a city',
    )
    await expect(advice).toBeVisible()
    await expect(advice.getByRole('link', { name: 'categories' })).toBeVisible()
    // A query that is too long is cut after a whole character, not within a surrogate pair.
    for (const letters of [99, 100]) {
      const answer = await page.goto(`/search?q=${'x'.repeat(letters)}${encodeURIComponent('🍜')}`)
      expect(answer!.status()).toBe(200)
      await expect(page.getByText('Try fewer words')).toBeVisible()
    }
    // What isn't there is added there, wherever one is.
    await page.goto('/search?q=qqqqzz fargo')
    await expect(page.getByText('Nothing like it is saved near Fargo, ND, US yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'add the first one' })).toHaveAttribute(
      'href',
      /^\/add-yolo\?latitude=46\.8\d*&longitude=-96\.7/,
    )
    await page.goto('/search?q=burger minneapolis')
    await page.getByRole('link', { name: 'Burgers near Minneapolis, MN, US' }).click()
    await expect(page).toHaveURL(/\/burgers\/minneapolis-mn-us/)
    await context.close()
  })

  test(
    'nothing stands over the box, however wide the window',
    { tag: '@long' },
    async ({ page }) => {
      for (const width of [800, 1000, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/home')
        await page.getByRole('banner').getByRole('search').getByPlaceholder('Search').click()
        await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused()
        const box = page.getByRole('banner').getByRole('search')
        const [at, mark] = [
          await box.boundingBox(),
          await page.getByText('Yolo', { exact: true }).first().boundingBox(),
        ]
        const apart = at!.y + at!.height <= mark!.y || mark!.x + mark!.width <= at!.x
        expect(apart, `at ${width} px`).toBe(true)
      }
    },
  )
})
