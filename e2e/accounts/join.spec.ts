import { axeFindings, expect, expectClean, handlesClicks, test } from '../checks.ts'
import { join, logIn, verify } from '../members.ts'
import { linkIn, Newcomer } from '../newcomer.ts'
import { knownIn } from '../looks/screens.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a vote tapped before joining is cast after it, and a newcomer is told of the mail', async ({
  page,
}) => {
  const newcomer = new Newcomer()
  await page.goto('/burgers/minneapolis-mn-us')
  const dishes = page.getByRole('article')
  const best = dishes.first()
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
  const welcome = page.getByText(`Welcome, Newcomer ${newcomer.key}!`)
  await expect(welcome).toBeVisible()
  await expect(page.getByText(`We have sent a mail to ${newcomer.email}`)).toBeVisible()
  const again = page.getByRole('link', { name: 'ask again later' })
  await expect(again).toHaveAttribute('href', '/account')
  await expect(tapped.getByRole('button', { name: /UPVOTED/ })).toBeInViewport()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
  // Where the page was scrolled to, the bars at its edges may cover parts of links.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectClean(page)
  // On a dish's page nothing overlaps: the button is below the welcome text, and the picture is below both.
  await best.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/dish\//)
  await expect(page.getByRole('region', { name: 'Where it ranks' })).toBeVisible()
  const gotIt = page.getByRole('button', { name: 'Got it' })
  const [words, button, picture] = await Promise.all(
    [welcome, gotIt, page.locator('main article > div').first()].map(
      async (one) => (await one.boundingBox())!,
    ),
  )
  expect(button!.y).toBeGreaterThanOrEqual(words!.y + words!.height)
  expect(picture!.y).toBeGreaterThanOrEqual(button!.y + button!.height)
  await gotIt.click()
  await expect(welcome).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: /UPVOTED/ })).toHaveCount(1)
  await expect(welcome).toBeHidden()
})

test('a follow tapped on the page of an inviting member is made after joining', async ({
  page,
}) => {
  const friend = await join(page)
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
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
})

test(
  'a shared page brings a friend: who joins later counts for its member, and finds their city on a new device',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const friend = await join(page)
    // `referer` is the spelling of old links.
    await page.goto(`/user/${friend.id}?referer=${friend.id}`)
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Contests' }).click()
    // Other tests make contests too: while one of them is open, the link leads to it, and otherwise to the list.
    await expect(page).toHaveURL(/\/contests(\/\d+)?$/)
    await page.goto('/contest1')
    const others = page.getByRole('navigation', { name: 'Other contests' })
    await others.getByRole('link', { name: 'Twin Cities' }).click()
    await expect(page).toHaveURL('/contest2')
    await footer.getByRole('link', { name: 'Categories' }).click()
    await expect(page).toHaveURL('/categories')
    await expectClean(page)
    const place = { lat: 34.05, lng: -118.24, name: 'Los Angeles, CA, US' }
    await page.evaluate((one) => localStorage.setItem('location', JSON.stringify(one)), place)
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

test(
  'who is refused for their age reads it neutrally and can’t try again at once, in this browser or by e-mail',
  { tag: '@long' },
  async ({ page }) => {
    const child = new Newcomer()
    const refused = page.getByText('Sorry, we can’t make an account for you at the moment.')
    await page.goto('/signup')
    await child.fillIn(page, String(new Date().getFullYear() - 9))
    await expect(refused).toBeVisible()
    await expect(page.getByLabel('Year')).toHaveCount(0)
    await page.reload()
    await expect(refused).toBeVisible()
    await expectClean(page, { expected: /403/ })
    // After the browser's storage is cleared, the server still refuses the same e-mail address.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await child.fillIn(page)
    await expect(refused).toBeVisible()
    await expectClean(page, { expected: /403/ })
  },
)

test(
  'an unfinished sign-up is forgotten once somebody else logs in or out in its tab',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const keptOnes = () => page.evaluate(() => JSON.stringify(sessionStorage))
    const typed = async () =>
      Promise.all(
        ['Display username', 'E-mail'].map((label) => page.getByLabel(label).inputValue()),
      )
    const begin = async () => {
      await page.goto('/signup')
      await page.getByLabel('Display username').fill('Somebody Else')
      await page.getByLabel('E-mail').fill('somebody.else@example.com')
      await expect.poll(keptOnes).toContain('somebody.else')
      await page.reload()
      await expect.poll(typed).toEqual(['Somebody Else', 'somebody.else@example.com'])
    }
    await begin()
    await page.getByRole('link', { name: 'Current Members - Log In' }).click()
    // Both pages have a field of this name.
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await page.getByRole('button', { name: 'Current Members - Log In' }).click()
    await expect(page).toHaveURL('/home')
    expect(await keptOnes()).not.toContain('somebody.else')
    await page.goto('/logout')
    await expect(page.getByText('You are logged out.')).toBeVisible()
    await page.goto('/signup')
    await expect(page.getByLabel('Display username')).toBeVisible()
    expect(await typed()).toEqual(['', ''])
  },
)

test('a link to the log-in votes for nothing in the name of a member who is logged in', async ({
  page,
  baseURL,
}) => {
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
})

test(
  'who opens the mailed link in another browser isn’t told to open it any more',
  { tag: '@long' },
  async ({ page, context }) => {
    const newcomer = new Newcomer()
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/user') asked.push(page.url())
    })
    const welcome = page.getByText(`Welcome, Newcomer ${newcomer.key}!`)
    const comeBack = () =>
      page.evaluate(() => {
        document.dispatchEvent(new Event('visibilitychange'))
        dispatchEvent(new Event('focus'))
      })
    await page.goto('/home')
    await newcomer.join(page)
    await expect(welcome).toBeVisible()
    await expect.poll(() => asked).toHaveLength(1)
    await page.getByRole('link', { name: 'Categories' }).first().click()
    await expect(page).toHaveURL('/categories')
    await expect(welcome).toBeVisible()
    await context.setOffline(true)
    await comeBack()
    await context.setOffline(false)
    expect(asked).toHaveLength(1)

    const token = new URL(await newcomer.verifyLink()).searchParams.get('token')
    const verified = await page.request.post('/api/verify-email', { data: { token } })
    expect(verified.status()).toBe(200)
    await comeBack()
    await expect(welcome).toBeHidden()
    expect(asked).toHaveLength(2)
    await page.reload()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contests' }).click()
    await expect(page).toHaveURL(/\/contests/)
    await comeBack()
    await expect(welcome).toBeHidden()
    // Each visit asks once what the member has changed elsewhere.
    expect(asked).toHaveLength(3)
  },
)

test('the account page tells this browser whether its member is verified, whatever was before', async ({
  page,
}) => {
  const member = await join(page)
  await page.goto('/')
  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), {
    ...member,
    // Another account of the mailbox may have been verified since.
    verified: true,
  })
  await page.goto('/account')
  const notice = page.getByText(`Open the link in our mail to ${member.email}`)
  await expect(notice).toBeVisible()
  await verify(page, member)
  const isVerified = () =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('user')!) as { verified: boolean }).verified,
    )
  expect(await isVerified()).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(notice).toBeHidden()
  expect(await isVerified()).toBe(true)
  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), member)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Change name' })).toBeVisible()
  await expect.poll(isVerified).toBe(true)
})

test('My Page tells who hasn’t verified an e-mail, on any device, until they have', async ({
  page,
}) => {
  const member = await join(page)
  await logIn(page, member)
  await page.goto('/my-page')
  const notice = page.getByText('Your e-mail isn’t verified: from 7 days after you joined')
  const there = page.getByRole('link', { name: 'Verify it' })
  await expect(there).toHaveAttribute('href', '/account')
  await expectClean(page)
  await verify(page, member)
  await page.reload()
  await expect(page.getByRole('heading', { name: member.name })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('who joins with an e-mail that has an account is led to the log-in with it', async ({
  page,
}) => {
  const member = await join(page)
  const newcomer = new Newcomer()
  await page.goto('/signup?next=/categories')
  const logIn = page.getByRole('link', { name: 'Log in with this e-mail' })
  await expect(logIn).toHaveCount(0)
  Object.assign(newcomer, { email: member.email })
  await newcomer.fillIn(page)
  await expect(
    page.getByText('There is an account with this e-mail already.').first(),
  ).toBeVisible()
  await expect(logIn).toBeInViewport()
  await expectClean(page, { expected: /409/ })
  // It goes with the answer.
  await page.getByLabel('E-mail').fill('someone.else@example.com')
  await expect(logIn).toHaveCount(0)
  await newcomer.fillIn(page)
  await logIn.click()
  await expect(page).toHaveURL('/login?next=%2Fcategories')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(member.email)
  await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
  await page.getByRole('button', { name: 'Current Members - Log In' }).click()
  await expect(page).toHaveURL('/categories')
})

test('S34 a link that names a call as the page to return to makes nobody send it', async ({
  page,
  baseURL,
}) => {
  await logIn(page, await join(page))
  const { dish } = await knownIn(baseURL!)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  for (const path of ['/api', '/API', '/api/../api'])
    for (const screen of ['login', 'start', 'signup']) {
      await page.goto(`/${screen}?next=${encodeURIComponent(`${path}/itemExpired?itemId=${dish}`)}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  expect(calls.filter((url) => /itemExpired/.test(new URL(url).pathname))).toEqual([])
})

test('a link that a stranger’s account of the mailbox was in the way of works after a log-in on its page', async ({
  page,
}) => {
  const owner = new Newcomer()
  const register = (email: string, userName: string) =>
    page.request.post('/api/register', { data: { userName, email, password: 'nine calm otters' } })
  const strangers = owner.email.replace('@', '+x@')
  await register(strangers, `Stranger ${owner.key}`)
  const tapped = new URL(await linkIn('verification-success', strangers))
  const token = tapped.searchParams.get('token')
  expect((await page.request.post('/api/verify-email', { data: { token } })).ok()).toBe(true)

  await register(owner.email, `Owner ${owner.key}`)
  await page.goto(await owner.verifyLink())
  await page.getByRole('button', { name: 'Verify my e-mail' }).click()
  await expect(page.getByRole('heading', { name: 'This e-mail can’t be verified' })).toBeVisible()
  await expect(page.getByText('log in to yours and open this link again')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
  await page.getByRole('button', { name: 'Current Members - Log In' }).click()
  await expect(page.getByText(`Your e-mail, ${owner.email}, has been verified.`)).toBeVisible()
})
