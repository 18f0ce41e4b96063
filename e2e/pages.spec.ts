import { categories, drinkTiles, eatTiles, homeTiles } from '../domain/vocabulary/categories.ts'
import { expect, expectClean, expectInWindow, test } from './checks.ts'

test(
  'the menu names every place, folds under 767 px, and leads home',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 900 })
    await page.goto('/about')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const places = ['Home', 'My Page', 'How it works', 'Restaurant Search', 'About', 'Login']
    await expect(menu.getByRole('link')).toHaveText(places.toSpliced(5, 0, 'Add Favorite'))
    await expectInWindow(page)
    const toggle = menu.getByRole('button', { name: 'Menu' })
    await expect(toggle).toBeHidden()

    await page.setViewportSize({ width: 766, height: 900 })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(menu.getByRole('link', { name: 'My Page' })).toBeHidden()
    await toggle.click()
    await expect(menu.getByRole('link').filter({ visible: true })).toHaveText(places)
    await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(toggle).toBeFocused()
    await expect(menu.getByRole('link', { name: 'My Page' })).toBeHidden()

    const logo = page.getByRole('link', { name: 'Yolo, to the home page' })
    await logo.click()
    await expect(page).toHaveURL('/home')
    await expect(logo).toHaveCount(0)
  },
)

test('home leads to every category, the wizard and the drinks', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Choose Your Category' })).toBeVisible()
  for (const { label, slug } of homeTiles)
    await expect(page.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'href',
      `/${slug}`,
    )
  await expect(page.getByRole('link', { name: 'Add Your Favorites' })).toHaveAttribute(
    'href',
    '/add-yolo',
  )
  const elsewhere = page.getByRole('region', { name: 'Follow us' }).getByRole('link')
  await expect(elsewhere).toHaveText(['Instagram', 'food.example'])
  await expect(elsewhere.first()).toHaveAttribute('href', 'https://www.instagram.com/yolo.example')
  await expect(elsewhere.first()).toHaveAttribute('rel', 'me noopener')
})

test('eat and drinks lead to their categories, to one another and home', async ({ page }) => {
  for (const [path, tiles, other] of [
    ['/eat', eatTiles, '/drinks'],
    ['/drinks', drinkTiles, '/eat'],
  ] as const) {
    await page.goto(path)
    const content = page.getByRole('main')
    const leads = await content
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const { slug } of tiles) expect(leads).toContain(`/${slug}`)
    expect(leads).toContain('/home')
    expect(leads).toContain(other)
    if (path === '/eat') expect(leads).toContain('/fast-food')
  }
})

test('every category has its page and its page for a city', async ({ request }) => {
  for (const { slug, name } of categories)
    for (const path of [`/${slug}`, `/${slug}/minneapolis-mn-us`]) {
      const answer = await request.get(path)
      expect(answer.status(), path).toBe(200)
      const [, title] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await answer.text())!
      expect(title!.replace(/<[^>]*>/g, ''), path).toContain(name)
    }
  expect((await request.get('/burgers/nowhere-at-all')).status()).toBe(404)
})

test('about says it in two clicks and leads to the small print', async ({ page }) => {
  await page.goto('/about')
  const content = page.getByRole('main')
  await expect(content).toContainText('tastiest food in town, in two clicks')
  await expect(content.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
    'href',
    '/terms',
  )
  await expect(content.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
    'href',
    '/policy',
  )
  await expect(content.getByRole('link', { name: 'Contact us by e-mail' })).toHaveAttribute(
    'href',
    'mailto:team@yolo.example',
  )
})

test('how it works names every step', async ({ page }) => {
  await page.goto('/faq')
  const content = page.getByRole('main')
  await expect(content.getByRole('heading', { level: 1 })).toHaveText('How it works')
  for (const expected of [
    'Select a city',
    'ranked list',
    'filter button',
    'Restaurant Search',
    'Add your favorites',
    'Tap to Upvote',
    'Share Your Page',
    'My Page',
  ])
    await expect(content).toContainText(expected)
  await content.getByRole('link', { name: 'Add your favorites' }).click()
  await expect(page).toHaveURL(/^[^?]*\/add-yolo/)
})

test(
  'the terms name every point, each under its heading in the contents',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/terms')
    const content = page.getByRole('main')
    await expect(content).toContainText('Last updated August 26, 2021')
    for (const expected of [
      'at least 13 years old',
      'Acceptable use',
      'a license to your content',
      'opt out within 30 days',
      'binding, individual arbitration',
      'disable your account',
    ])
      await expect(content).toContainText(expected)
    await headingsMatchContents(page)
  },
)

test(
  'the policy names every point, each under its heading in the contents',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/policy')
    const content = page.getByRole('main')
    for (const expected of [
      'What we collect',
      'California rights',
      'No sale of personal information',
      'under 16',
      'children under 13',
      'disable your account',
      'no trackers',
    ])
      await expect(content).toContainText(expected)
    await headingsMatchContents(page)
  },
)

async function headingsMatchContents(page: import('@playwright/test').Page) {
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const titles = await contents.allTextContents()
  expect(titles.length).toBeGreaterThan(8)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'On this page',
    ...titles,
  ])
  const last = contents.last()
  await last.click()
  await expect(page.getByRole('heading', { level: 2, name: titles.at(-1)! })).toBeInViewport()
}

test('the contests say what could be won, who could win it and when, and that they are over', async ({
  page,
}) => {
  for (const [path, ...expected] of [
    ['/contest1', 'Los Angeles', 'An Apple Watch or gift cards', '2/22/2025'],
    ['/contest2', 'Twin Cities', 'An Apple Watch', 'Citizens of the United States'],
  ] as const) {
    await page.goto(path)
    const content = page.getByRole('main')
    for (const text of [...expected, 'This contest is over', '4 extra entries'])
      await expect(content).toContainText(text)
  }
  await page.getByRole('link', { name: 'Disclaimer and conditions' }).click()
  await expect(page).toHaveURL('/contest_disclaimer_and_conditions')
  const content = page.getByRole('main')
  for (const expected of [
    'at least one favorite item',
    'Citizens of the United States',
    'awarded 7/31/2024',
    'notified by e-mail',
    'Void where prohibited',
    'This contest is over',
  ])
    await expect(content).toContainText(expected)
})

test('an address that is nowhere helps on, and is a 404', async ({ page }) => {
  const answer = await page.goto('/burger')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(3)
  await expectClean(page, { expected: /Failed to load resource/ })
  await page.getByRole('link', { name: 'Find the best dishes near you' }).click()
  await expect(page).toHaveURL('/home')
})

test(
  'a page is printed dark on white, whatever its colors are',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await page.goto('/faq')
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect(await scheme()).toBe('light')
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
    expect(await scheme()).toBe('light')
    await page.emulateMedia({ media: 'screen' })
    expect(await scheme()).toBe('dark')
  },
)

test('icons and manifest are there, and are what they say', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  const { icons, start_url } = await manifest.json()
  expect((await request.get(start_url)).status()).toBe(200)
  for (const { src, type } of [
    ...icons,
    { src: '/favicon.ico', type: 'image/' },
    { src: '/apple-touch-icon.png', type: 'image/png' },
  ]) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([
      200,
      expect.stringContaining(type),
    ])
  }
})

test(
  'a list on paper has its dishes without the menu and the search',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/burgers/minneapolis-mn-us')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article').first()).toBeVisible()
    for (const name of ['Main', 'Shortcuts'])
      await expect(page.getByRole('navigation', { name })).toBeHidden()
    await expect(page.getByRole('search')).toBeHidden()
  },
)

test('pages that are requested while others fill the cache are served', async ({ request }) => {
  // Together more than the cache holds. Each point is another page.
  const paths = Array.from(
    { length: 150 },
    (_, n) => `/burgers?latitude=44.${900 + n}&longitude=-93.2`,
  )
  const answers = await Promise.all(paths.map((path) => request.get(path)))
  expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([200]))
})
