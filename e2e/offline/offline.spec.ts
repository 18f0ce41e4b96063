import type { BrowserContext, Page } from '@playwright/test'
import { axeFindings, expect, test } from '../checks.ts'
import { join, logIn, save, send } from '../members.ts'
import { knownIn } from '../looks/screens.ts'
import { loginOf } from '../site/operator.ts'
import { sitePassedOn } from './passed-on.ts'

// Pages without a network. Only these journeys have the service worker.
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

const list = '/burgers/minneapolis-mn-us'
const otherList = '/pizza/minneapolis-mn-us'

/** Waits until the worker controls the page, knows who is logged in and has kept the page. */
async function untilKept(page: Page, title: RegExp) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect.poll(() => kept(page).then((all) => all.join('\n'))).toMatch(title)
}

/** Returns each entry of each cache: the cache's name and the entry's address. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(`${name} ${url.slice(location.origin.length)}`)
    return found
  })

const offline = (context: BrowserContext) => context.setOffline(true)

test('what was looked at is there without a network, reloaded and by links', async ({
  page,
  context,
  baseURL,
}) => {
  const { dish } = await knownIn(baseURL!)
  await page.goto(list)
  await untilKept(page, /visitor: lists \/burgers\/minneapolis-mn-us/)
  await page.goto(otherList)
  await untilKept(page, /visitor: visits \/pizza\/minneapolis-mn-us/)
  await page.goto(`/dish/${dish}`)
  await untilKept(page, /visitor: looked at \/dish\/\d+/)
  const name = await page.getByRole('heading', { level: 1 }).innerText()

  await offline(context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText(/^As of \d/)).toBeVisible()

  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.getByRole('link', { name: /Burgers/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Burgers' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(/^As of \d/)).toBeVisible()

  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Burgers' })).toBeVisible()
  await expect(page.getByText(/^As of \d/)).toHaveCount(0)

  // A page that isn't kept opens by itself once there is a network.
  await offline(context)
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a vote without a network, after a reload, is sent once there is one', async ({
  page,
  context,
}) => {
  const author = await join(page)
  const { itemId } = await save(page, author, `Cellar Soup ${author.id}`)
  const member = await join(page)
  const upvotes = async () => {
    const answer = await context.request.get(`/api/items/${itemId}`)
    return ((await answer.json()) as { upvoteCount: number }).upvoteCount
  }
  await logIn(page, member)
  await page.goto(`/dish/${itemId}`)
  await untilKept(page, /member \d+: looked at \/dish\/\d+/)
  await page.goto('/my-page')
  await untilKept(page, /member \d+: own \/api\/my-page/)

  // On another device meanwhile.
  await send(page, member, '/share', {})
  await send(page, member, '/follow/follow-user', { userId: author.id })
  await page.request.put('/api/user/bio', {
    data: { bio: 'Soup before all' },
    headers: { Authorization: `Bearer ${member.token}` },
  })

  // The first page of all asked for the member's data before the worker was there, so this device has only the page.
  await offline(context)
  await page.goto(`/dish/${itemId}`)
  await expect(page.getByText(/^As of \d/)).toBeVisible()
  await page.getByRole('button', { name: /^Tap to Upvote/ }).click()
  await expect(page.getByText(/Waiting to be sent: 1/)).toBeVisible()
  await page.goto('/my-page')
  const votes = page.getByRole('tab', { name: /^Upvotes/ })
  await expect(votes).toHaveText('Upvotes0')
  await expect(page.getByRole('button', { name: '0 Following' })).toBeVisible()
  await expect(page.getByText(/^As of \d/)).toBeVisible()
  await context.setOffline(false)
  await expect.poll(upvotes).toBe(1)
  await expect(page.getByText(/Waiting to be sent/)).toHaveCount(0)
  // The page learns of it without being loaded again by hand.
  await expect(votes).toHaveText('Upvotes1')
  await expect(page.getByRole('button', { name: '1 Following' })).toBeVisible()
  await expect(page.getByText('Soup before all')).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['1', '1', '0'])
  await expect(page.getByText(/^As of \d/)).toHaveCount(0, { timeout: 20_000 })
})

test(
  'what links led to opens by its address too, and the other way round',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(list)
    await untilKept(page, /visitor: lists/)
    const dish = page.getByRole('article').first().getByRole('heading').getByRole('link')
    const name = await dish.innerText()
    await dish.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.locator('main a[href^="/restaurant/"]').first().click()
    await page.waitForURL('**/restaurant/*')
    await untilKept(page, /visitor: visits \/restaurant/)
    const heading = page.getByRole('heading', { level: 1 })
    const restaurant = (await heading.textContent())!

    await offline(context)
    await page.reload()
    await expect(heading).toHaveText(restaurant)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    await page.goto('/offline')
    await page.getByRole('link', { name: /^Burgers in Minneapolis/ }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await dish.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(/^As of \d/)).toBeVisible()
  },
)

test('nothing of a member is left after they log out, and another finds none of it', async ({
  page,
  context,
}) => {
  const member = await join(page)
  await save(page, member, 'A burger of mine')
  await logInByForm(page, member)
  await page.goto('/my-page')
  await untilKept(page, new RegExp(`member ${member.id}: own /api/my-page`))
  await expect(page.getByText('A burger of mine').first()).toBeVisible()
  await page.goto(list)
  await untilKept(page, new RegExp(`member ${member.id}: list calls /api/marks`))

  await offline(context)
  await page.goto('/my-page')
  await expect(page.getByText('A burger of mine').first()).toBeVisible()
  await expect(page.getByText(/^As of \d/)).toBeVisible()

  await page.goto('/logout')
  await expect(page.getByText('You are logged out.')).toBeVisible()
  await expect
    .poll(async () => (await kept(page)).filter((it) => it.startsWith('yolo: member')))
    .toEqual([])
  await page.goto('/offline')
  await expect(page.getByText('Nothing is kept on this device yet.')).toBeVisible()
  expect(await timestamps(page)).toEqual([])

  await context.setOffline(false)
  const other = await join(page)
  await logInByForm(page, other)
  await page.goto('/my-page')
  await untilKept(page, new RegExp(`member ${other.id}: own /api/my-page`))
  await offline(context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible()
  await expect(page.getByText('A burger of mine')).toHaveCount(0)
  expect((await kept(page)).filter((it) => it.includes(`member ${member.id}:`))).toEqual([])

  // Their session ends while nobody looks.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('user')!) as object
    const past = new Date(Date.now() - 1000).toISOString()
    localStorage.setItem('user', JSON.stringify({ ...session, expires: past }))
  })
  await page.goto('/home')
  await expect
    .poll(async () => (await kept(page)).filter((it) => it.startsWith('yolo: member')))
    .toEqual([])
})

/** Logs in as people do, so that a log-out isn't undone by the next page. */
async function logInByForm(page: Page, { email, password = 'nine calm otters' }: Credentials) {
  await page.goto('/login')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Current Members - Log In' }).click()
  await page.waitForURL('**/home')
}

type Credentials = { email: string; password?: string }

/** Returns the addresses that the library notes beside the members' caches. */
const timestamps = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('workbox-expiration')
        opening.addEventListener('error', () => reject(opening.error!))
        opening.addEventListener('success', () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('cache-entries')) return resolve([])
          const all = database.transaction('cache-entries').objectStore('cache-entries').getAll()
          all.addEventListener('success', () =>
            resolve(
              (all.result as { cacheName: string }[])
                .map(({ cacheName }) => cacheName)
                .filter((name) => name.includes('member')),
            ),
          )
        })
      }),
  )

test('no page and no call of an admin is kept', { tag: '@long' }, async ({ page, context }) => {
  await page.goto(list)
  await untilKept(page, /visitor: lists/)
  await logInByForm(page, await loginOf(514))
  for (const path of ['/admin', '/admin/queue', list, '/my-page', '/home']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  const found = async () =>
    (await kept(page)).filter((it) => /^yolo: (?!keeper)/.test(it) || it.includes('/api/'))
  await expect.poll(found).toEqual([])
  await offline(context)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
})

test(
  'a broken entry is fetched again, and without a network it counts as missing',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(list)
    await untilKept(page, /visitor: lists \/burgers/)
    const breakIt = () =>
      page.evaluate(async (path) => {
        const cache = await caches.open('yolo: visitor: lists')
        const html = { headers: { 'content-type': 'text/html' } }
        await cache.put(path, new Response('<p>Log in to the hotel’s network</p>', html))
      }, list)
    await breakIt()
    await offline(context)
    await page.reload()
    await expect(page.getByText('hotel')).toHaveCount(0)
    await expect.poll(() => kept(page)).not.toContain(`yolo: visitor: lists ${list}`)
    await breakIt()
    // With a network the page loads itself again.
    await context.setOffline(false)
    await expect(page.getByRole('article').first()).toBeVisible()
    await offline(context)
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByText(/^As of \d/)).toBeVisible()
  },
)

test('a full disk says what was dropped', { tag: '@long' }, async ({ page, context, baseURL }) => {
  await page.goto(list)
  await untilKept(page, /visitor: visits \/burgers/)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL!, quotaSize: 1 })
  await page.goto(otherList)
  const dropped = page.getByText(/^This device is full\. We dropped/)
  await expect(dropped).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  // Further answers find nothing more to drop, and what was dropped is still said.
  await page.evaluate(async () => {
    for (let attempt = 0; attempt < 9; attempt++) await (await fetch('/api/tags?category=3')).text()
  })
  const keptCalls = async () => (await kept(page)).filter((it) => it.includes('list calls'))
  await expect.poll(keptCalls).toEqual([])
  await expect(dropped).toContainText('the lists')
})

/** Looks for a new version, and returns the states of the one that waits and of the one in use. */
const states = (on: Page) =>
  on.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration!.update()
    return [registration!.waiting?.state, registration!.active?.state]
  })

test(
  'a new version waits until the next opening',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    let suffix = ''
    await using site = await sitePassedOn(baseURL!, {
      change: (text, url) => (url === '/service-worker.js' ? text + suffix : text),
    })
    await page.goto(site.origin + list)
    await untilKept(page, /visitor: lists/)
    suffix = '// newer'
    await expect.poll(() => states(page)).toEqual(['installed', 'activated'])
    await page.goto(site.origin + otherList)
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await states(page)).toEqual(['installed', 'activated'])
    await page.close()
    const next = await context.newPage()
    await next.goto(site.origin + list)
    await expect.poll(() => states(next)).toEqual([undefined, 'activated'])
  },
)

test(
  'a kept list has its style and scripts after two new versions',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    // Each version names its scripts and style sheet differently, and only its own are there.
    let version = '.1'
    await using site = await sitePassedOn(baseURL!, {
      address(url) {
        const [, start, of, end] = /^(.*-[\w-]{8})(\.\d)?(\.js|\.css)$/.exec(url) ?? []
        if (!start) return url
        return of === version ? `${start}${end}` : null
      },
      change: (text) =>
        text
          .replace(/(-[\w-]{8})(\.js|\.css)\b/g, `$1${version}$2`)
          // The worker's revision, a hash of all names.
          .replace(/(?<=`[0-9a-f]{16})(?=`)/, version),
    })
    await page.goto(site.origin + list)
    await untilKept(page, /visitor: lists/)
    const fontOn = (on: Page) => on.evaluate(() => getComputedStyle(document.body).fontFamily)
    const font = await fontOn(page)
    await page.close()
    for (version of ['.2', '.3']) {
      const next = await context.newPage()
      await next.goto(`${site.origin}/about`)
      await expect.poll(() => states(next)).toEqual(['installed', 'activated'])
      await next.close()
    }
    const next = await context.newPage()
    await next.goto(`${site.origin}/about`)
    // No kept page needs the second version's files.
    const earlier = async () => (await kept(next)).filter((it) => /^files before .*css$/.test(it))
    await expect.poll(earlier).toEqual([expect.stringMatching(/\.1\.css$/)])
    const devtools = await context.newCDPSession(next)
    await devtools.send('Network.clearBrowserCache')
    await offline(context)
    await next.goto(site.origin + list)
    // The scripts write this.
    await expect(next.getByText(/^As of \d/)).toBeVisible()
    expect(await fontOn(next)).toBe(font)
  },
)

test(
  'a network that doesn’t answer is waited for briefly, where the page is on the device',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    let answers = true
    await using site = await sitePassedOn(baseURL!, { answers: () => answers })
    await page.goto(site.origin + list)
    await untilKept(page, /visitor: lists/)
    answers = false
    const asked = Date.now()
    await page.goto(site.origin + list)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    expect(Date.now() - asked).toBeLessThan(10_000)
    // The browser never learns that there is a network again, so the page finds out itself.
    answers = true
    await expect(page.getByText(/^As of \d/)).toHaveCount(0, { timeout: 20_000 })
  },
)

test(
  'the tabs of My Page are one page among those on this device',
  { tag: '@long' },
  async ({ page, context }) => {
    await logIn(page, await join(page))
    for (const tab of ['', '?tab=upvotes', '?tab=feed']) {
      await page.goto(`/my-page${tab}`)
      await untilKept(page, new RegExp(`visits /my-page${tab.replace('?', '\\?')}$`, 'm'))
    }
    await offline(context)
    await page.goto('/offline')
    const own = page.getByRole('region', { name: 'Yours' }).getByRole('link')
    await expect(own).toHaveText(['My Page'])
    await own.click()
    await expect(page).toHaveURL(/\/my-page/)
    await expect(page.getByText(/^As of \d/)).toBeVisible()
  },
)

test('a city is taken along as a whole, and removed', async ({ page, context }) => {
  await page.goto(list)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const keep = page.getByRole('button', {
    name: /^Keep this city on this device, about [\d.]+ MB$/,
  })
  await keep.press('Enter')
  await expect(page.getByText(/^Minneapolis is on this device, [\d.]+ MB$/)).toBeVisible()
  // The pressed button is gone. Its successor has the focus.
  await expect(page.locator(':focus')).toHaveAccessibleName('Refresh')
  expect(await axeFindings(page, 'color-contrast')).toEqual([])
  // Who logs in then has the city too.
  const member = await join(page)
  await logInByForm(page, member)
  const ofMember = `yolo: member ${member.id}: city minneapolis-mn-us /kept-city`
  await expect.poll(async () => (await kept(page)).includes(ofMember)).toBe(true)
  await expect.poll(async () => (await kept(page)).join()).not.toContain('visitor: city')
  await offline(context)
  // A tile on the home page names no city.
  await page.goto('/breakfast')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(/^As of \d/)).toBeVisible()
  await expect(page).toHaveURL(/\/breakfast\/minneapolis-mn-us/)
  await page.goto('/offline')
  // What someone asked to keep comes before what they only looked at.
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Cities on this device')
  await page.getByText(/^Minneapolis/).click()
  await page.getByRole('link', { name: 'Dessert' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dessert' })).toBeVisible()
  await page.goto('/offline')
  await page.getByText(/^Minneapolis/).click()
  await page.getByRole('button', { name: 'Remove Minneapolis from this device' }).click()
  await expect(page.getByText('Cities on this device')).toHaveCount(0)
  expect((await kept(page)).filter((it) => /^yolo: .*city/.test(it))).toEqual([])
})
