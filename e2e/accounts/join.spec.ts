import { expect, expectClean, handlesClicks, test } from '../checks.ts'
import { join, logIn, verify } from '../members.ts'
import { Newcomer } from '../newcomer.ts'
import { knownIn } from '../looks/screens.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a vote tapped before joining is cast after it, and a newcomer is told of the mail', async ({
  page,
}) => {
  const newcomer = new Newcomer()
  await page.goto('/burgers/minneapolis-mn-us')
  const dishes = page.getByRole('article')
  const tapped = dishes.nth(7)
  await handlesClicks(page)
  await tapped.getByRole('button', { name: /Tap to Upvote/ }).click()
  const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
  await overlay.getByRole('link', { name: 'New Members - Join' }).click()
  await page.getByRole('checkbox', { name: /^Send me mails about the best food/ }).check()
  const joining = page.waitForRequest('**/api/register')
  await newcomer.fillIn(page)
  expect((await joining).postDataJSON()).toMatchObject({ emailConsent: true })
  await expect(page).toHaveURL(/burgers\/minneapolis-mn-us/)
  // It is said in one line.
  const welcome = page.getByText('Welcome! We sent you a mail.')
  expect(await welcome.evaluate((line) => line.clientHeight)).toBeLessThan(45)
  await expect(tapped.getByRole('button', { name: /UPVOTED/ })).toBeInViewport()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
  // Where the page was scrolled to, the bars at its edges may cover parts of links.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectClean(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
})

test(
  'a follow tapped on the page of an inviting member is made after joining',
  { tag: '@long' },
  async ({ page }) => {
    const friend = await join(page)
    await verify(page, friend)
    await page.goto(`/user/${friend.id}?referrer=${friend.id}`)
    await handlesClicks(page)
    await page.getByRole('button', { name: `Follow ${friend.name}` }).click()
    const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
    await overlay.getByRole('link', { name: 'New Members - Join' }).click()
    await new Newcomer().fillIn(page)
    await expect(page).toHaveURL(new RegExp(`/user/${friend.id}`))
    await expect(page.getByText(`You follow ${friend.name} now.`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Unfollow ${friend.name}` })).toBeVisible()
    await expectClean(page)
    await page.reload()
    await expect(page.getByRole('button', { name: `Unfollow ${friend.name}` })).toBeVisible()
  },
)

test(
  'a shared page brings a friend: who joins later counts for its member, and finds their city on a new device',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const friend = await join(page)
    await verify(page, friend)
    // `referer` is the spelling of old links.
    await page.goto(`/user/${friend.id}?referer=${friend.id}`)
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Contests' }).click()
    await expect(page).toHaveURL('/contests')
    await page.getByRole('link', { name: 'Twin Cities' }).click()
    await expect(page).toHaveURL('/contest2')
    await footer.getByRole('link', { name: 'Categories' }).click()
    await expect(page).toHaveURL('/categories')
    await expectClean(page)
    const place = { lat: 34.05, lng: -118.24, name: 'Los Angeles, CA, US' }
    await page.evaluate((value) => localStorage.setItem('location', JSON.stringify(value)), place)
    const newcomer = new Newcomer()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/register'))
    await newcomer.join(page)
    expect((await sent).postDataJSON()).toMatchObject({ referer: String(friend.id) })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('referral'))).toBeNull()

    const other = await browser.newContext({ baseURL: baseURL! })
    const device = await other.newPage()
    await device.goto('/login')
    await device.getByLabel('E-mail').fill(newcomer.email)
    await device.getByLabel('Password', { exact: true }).fill('three ripe tomatoes')
    await device.getByRole('button', { name: 'Current Members - Log In' }).click()
    await expect(device).toHaveURL('/home')
    await expect
      .poll(() => device.evaluate(() => JSON.parse(localStorage.getItem('location') ?? 'null')))
      .toEqual(place)
    await other.close()
  },
)

test('who is refused for their age reads it neutrally', { tag: '@long' }, async ({ page }) => {
  const child = new Newcomer()
  await page.goto('/signup')
  await child.fillIn(page, String(new Date().getFullYear() - 9))
  const refused = page.getByText('Sorry, we can’t make an account for you at the moment.')
  await expect(refused).toBeVisible()
  await expectClean(page, { expected: /403/ })
})

test(
  'a link to the log-in votes for nothing in the name of a member who is logged in',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const { dish } = await knownIn(baseURL!)
    await logIn(page, await join(page))
    const votes: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/upvote')) votes.push(request.url())
    })
    await page.goto(`/login?vote=${dish}`)
    await expect(page).toHaveURL(new RegExp(`/dish/${dish}$`))
    expect(await page.evaluate(() => sessionStorage.getItem('pending-tap'))).toBeNull()
    expect(votes).toEqual([])
    await page.getByRole('button', { name: /^Tap to Upvote/ }).click()
    await expect(page.getByRole('button', { name: /^UPVOTED/ })).toBeVisible()
    expect(votes).toHaveLength(1)
  },
)

test(
  'My Page tells who hasn’t verified an e-mail, on any device, until they have',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logIn(page, member)
    await page.goto('/my-page')
    const notice = page.getByText('Your e-mail isn’t verified: your upvotes')
    const there = page.getByRole('link', { name: 'Verify it' })
    await expect(there).toHaveAttribute('href', '/account')
    await expectClean(page)
    await verify(page, member)
    await page.reload()
    await expect(page.getByRole('heading', { name: member.name })).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

test(
  'who joins with an e-mail that has an account reads so',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const newcomer = new Newcomer()
    await page.goto('/signup?next=/categories')
    Object.assign(newcomer, { email: member.email })
    await newcomer.fillIn(page)
    await expect(
      page.getByText('There is an account with this e-mail already.').first(),
    ).toBeVisible()
    await expectClean(page, { expected: /409/ })
  },
)

test(
  'S34 a link that names a call as the page to return to makes nobody send it',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    await logIn(page, await join(page))
    const { dish } = await knownIn(baseURL!)
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    for (const path of ['/api', '/API', '/api/../api'])
      for (const screen of ['login', 'start', 'signup']) {
        await page.goto(
          `/${screen}?next=${encodeURIComponent(`${path}/itemExpired?itemId=${dish}`)}`,
        )
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    expect(calls.filter((url) => /itemExpired/.test(new URL(url).pathname))).toEqual([])
  },
)
