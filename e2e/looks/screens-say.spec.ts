import { homeTiles } from '../../domain/vocabulary/categories.ts'
import { expect, test } from '../checks.ts'
import { join, joinVerified, logIn, save, send } from '../members.ts'
import { knownIn } from './screens.ts'

const near = 'latitude=44.98&longitude=-93.264'

test('/categories has nine pills, and one shows both its lists with the tag panel', async ({
  page,
}) => {
  await page.goto(`/categories?${near}`)
  const pills = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await expect(pills).toHaveText(homeTiles.map(({ label }) => label))
  await expect(page.getByRole('main').getByRole('link', { name: 'Drinks' })).toBeVisible()
  await pills.filter({ hasText: 'Burgers' }).click()
  await expect(page).toHaveURL(/category=burgers/)
  const chosen = page.getByRole('region', { name: 'Burgers', exact: true })
  await expect(chosen.getByRole('heading', { level: 2, name: /Burgers/ }).first()).toBeVisible()
  await expect(chosen.getByRole('article').first()).toBeVisible()
  await expect(chosen.getByText('Click here to filter your choices')).toBeVisible()
})

test('a restaurant’s page lists all its dishes, best first', async ({ page, baseURL }) => {
  const { restaurant } = await knownIn(baseURL!)
  const shown = page.getByRole('main').getByRole('article').getByRole('heading')
  // Retries, because other tests may save a dish there meanwhile.
  await expect(async () => {
    await page.goto(`/restaurant/${restaurant}`)
    const answer = await page.request.get(`/api/restaurants/${restaurant}`)
    const { items } = (await answer.json()) as { items: { itemName: string }[] }
    await expect(shown).toContainText(
      items.map(({ itemName }) => itemName),
      { timeout: 3_000 },
    )
  }).toPass({ timeout: 30_000 })
})

for (const path of ['/login', '/loginv2', '/user-login'])
  test(
    `${path} welcomes back, asks for e-mail and password, and helps who forgot it`,
    { tag: path === '/login' ? [] : '@long' },
    async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back!' })).toBeVisible()
      await expect(page.getByLabel('E-mail')).toBeEditable()
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
      await expect(page.getByRole('button', { name: 'Current Members - Log In' })).toBeEnabled()
      await expect(page.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
        'href',
        /^\/forgot-password/,
      )
    },
  )

test('/start offers to log in or join, and sends a member on to /home', async ({ page }) => {
  await page.goto('/start')
  await expect(page.getByRole('heading', { level: 1, name: 'Almost Done!' })).toBeVisible()
  for (const [name, path] of [
    ['Current Members - Log In', '/user-login'],
    ['New Members - Join', '/signup'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  await logIn(page, await join(page))
  await page.goto('/start')
  await expect(page).toHaveURL('/home')
})

test('/my-page is its member’s: their name, the bell, the page’s address to copy, the account', async ({
  page,
}) => {
  await page.goto('/my-page')
  await expect(page).toHaveURL(/\/start\?next=%2Fmy-page$/)
  const ann = await join(page)
  await logIn(page, ann)
  await page.goto('/my-page')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: ann.name })).toBeVisible()
  await expect(main.getByRole('link', { name: /Notifications/ }).first()).toHaveAttribute(
    'href',
    '/notify',
  )
  await expect(main.getByRole('button', { name: 'Share Your Page' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute(
    'href',
    '/account',
  )
})

test('/user/:id says whose page it is, their bio and favorites by category, and lets others follow', async ({
  page,
}) => {
  const [ann, bob] = [await join(page), await joinVerified(page)]
  await save(page, bob, `Burger of ${bob.name}`)
  await page.request.put('/api/user/bio', {
    data: { bio: 'I eat for two.' },
    headers: { Authorization: `Bearer ${bob.token}` },
  })
  await logIn(page, ann)
  await page.goto(`/user/${bob.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${bob.name} PAGE` })).toBeVisible()
  await expect(page.getByText('I eat for two.')).toBeVisible()
  const burgers = page.getByRole('region', { name: 'Burgers' })
  await expect(burgers.getByRole('article')).toContainText(`Burger of ${bob.name}`)
  await expect(page.getByRole('button', { name: `Follow ${bob.name}` })).toBeVisible()
  await send(page, ann, '/follow/follow-user', { userId: bob.id })
  await page.reload()
  await expect(page.getByRole('button', { name: `Unfollow ${bob.name}` })).toBeVisible()
  // One's own page is read-only, too: the settings are on My Page.
  await save(page, ann, `Burger of ${ann.name}`)
  await page.goto(`/user/${ann.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${ann.name} PAGE` })).toBeVisible()
  await expect(page.getByRole('article')).toContainText(`Burger of ${ann.name}`)
  await expect(page.getByRole('button', { name: /^Yolo Settings/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /follow/i })).toHaveCount(0)
})

for (const path of ['/notify', '/notifications'])
  test(
    `${path} asks a visitor to log in, and tells a member of no recent activity, with BACK`,
    { tag: path === '/notify' ? [] : '@long' },
    async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText('Please log in')).toBeVisible()
      await logIn(page, await join(page))
      await page.goto(path)
      await expect(page.getByText('No recent activity')).toBeVisible()
      await page.getByRole('link', { name: 'BACK', exact: true }).click()
      await expect(page).toHaveURL('/my-page')
    },
  )

test('no page asks anyone else for anything, nor leaves a cookie', async ({ page, baseURL }) => {
  const { restaurant, member } = await knownIn(baseURL!)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== baseURL)
      elsewhere.push(request.url())
  })
  const paths = ['/home', `/burgers?${near}`, `/restaurant/${restaurant}`, `/user/${member}`]
  for (const path of [...paths, '/signup', '/policy']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(elsewhere).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})
