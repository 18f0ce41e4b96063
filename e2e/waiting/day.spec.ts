import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { browserFlags } from '../../bootstrap/browser.mjs'
import { expect, expectClean, test } from '../checks.ts'
import { join, save, verify, type Member } from '../members.ts'
import { file, quarters } from '../photo-files.ts'
import { expectTouchable } from '../tapping/touch.ts'

test.setTimeout(180_000)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const cut = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/
const list = '/burgers/minneapolis-mn-us'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const bar = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
const title = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/**
 * Opens a page and waits until it is among the visited ones and the service worker has kept it with the data that it
 * asked for.
 */
async function look(page: Page, path: string, ...data: RegExp[]) {
  await page.goto(path)
  const itself = ['(?:lists|looked at)', 'visits'].map((cache) => new RegExp(`${cache} ${path}`))
  for (const address of [...itself, ...data]) await expect.poll(() => kept(page)).toMatch(address)
}

/** Returns each entry of each cache, one a line: the cache's name and the entry's address. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(`${name} ${url.slice(location.origin.length)}`)
    return found.join('\n')
  })

async function logIn(page: Page, { email }: Member) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
  await button(page, 'Current Members - Log In').tap()
  await page.waitForURL('**/home')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

// `a vote without a network, after a reload` in offline.spec.ts is its short twin.
test(
  'a whole day without a network: found, voted, added with a photo and reported, once each',
  { tag: '@long' },
  async ({ page: helper, baseURL }) => {
    const folder = await mkdtemp(joinPath(tmpdir(), 'yolo-day-'))
    const start = async (offline: boolean): Promise<BrowserContext> => {
      const context = await chromium.launchPersistentContext(folder, {
        ...phone,
        serviceWorkers: 'allow',
        offline,
        baseURL: baseURL!,
        reducedMotion: 'reduce',
        executablePath: process.env.CHROMIUM_PATH!,
        args: browserFlags,
      })
      context.setDefaultTimeout(30_000)
      return context
    }
    const author = await join(helper)
    await verify(helper, author)
    const gone = `Gone Pie ${author.id}`
    const loved = `Cellar Stew ${author.id}`
    const { itemId: goneId } = await save(helper, author, gone)
    const { itemId: lovedId } = await save(helper, author, loved)
    const member = await join(helper)
    const as = { headers: { Authorization: `Bearer ${member.token}` } }
    const read = async <T>(path: string) =>
      (await (await helper.request.get(`/api${path}`, as)).json()) as T

    let votedName = ''
    let browser = await start(false)
    try {
      const page = browser.pages()[0]!
      await logIn(page, member)
      await look(page, list, /list calls \/api\/marks/)
      await look(page, `/dish/${goneId}`, new RegExp(`calls /api/items/${goneId}`))
      await look(page, `/dish/${lovedId}`, new RegExp(`calls /api/items/${lovedId}`))
      await page.locator('main a[href^="/restaurant/"]').first().tap()
      await expect.poll(() => kept(page)).toMatch(/looked at calls \/api\/restaurants\/\d+/)
      await page.goto('/home')
      await browser.setOffline(true)

      // Find: what was looked at is listed where a link leads to something that wasn't. Vote there.
      await page.getByRole('link', { name: 'Pizza' }).first().tap()
      await title(page, 'You are offline')
      await page.getByRole('link', { name: /^Burgers in Minneapolis/ }).tap()
      await title(page, 'Burgers')
      await expect(page.getByText(/^As of \d/)).toBeVisible()
      const card = page.getByRole('article').first()
      votedName = await card.getByRole('heading').innerText()
      await card.getByRole('button', { name: /^Tap to Upvote/ }).tap()
      await expect(card.getByRole('button', { name: /^UPVOTED/ })).toBeVisible()
      await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
      await expectClean(page, { expected: cut })

      // Report.
      await page.goto(`/dish/${goneId}`)
      await button(page, `More about ${gone}`).tap()
      await button(page, 'No longer on the menu').tap()
      await expect(page.getByText('Thanks for reporting')).toBeVisible()
      await expect(bar(page, 'Waiting to be sent: 2.')).toBeVisible()

      // Add with a photo.
      await page.goto(`/dish/${lovedId}`)
      await page.getByRole('link', { name: 'Save it to your three' }).tap()
      await title(page, 'Which tags fit it?')
      await button(page, 'NEXT').click()
      await title(page, 'Why this one?')
      await page.getByPlaceholder('Tell us why you love it!').fill('Found in a cellar.')
      await button(page, 'Save Yolo').click()
      await title(page, 'Add a photo?')
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Choose a photo').tap()
      await (await chooser).setFiles(file(await quarters()))
      await expect(page.getByRole('group', { name: /^Your photo/ })).toBeVisible()
      await button(page, 'Save photo').tap()
      await title(page, 'Kept on this device.')
      await expect(bar(page, 'Waiting to be sent: 4.')).toBeVisible()
    } finally {
      await browser.close()
    }
    expect(await read<{ items: unknown[] }>('/my-page')).toMatchObject({ items: [] })

    browser = await start(true)
    try {
      const page = browser.pages()[0]!
      await page.goto('/home')
      await expect(bar(page, 'Waiting to be sent: 4.')).toBeVisible()
      await button(page, 'Show').tap()
      await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('listitem')).toHaveText([
        new RegExp(`Your vote for ${votedName}`),
        new RegExp(`${gone}: no longer on the menu`),
        new RegExp(`${loved} at `),
        new RegExp(`Photo of ${loved}`),
      ])
      await expectTouchable(page)
      await expectClean(page, { expected: cut })
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().tap()
      await browser.setOffline(false)
      await expect(page.getByText('Sent: 4 things that waited.')).toBeVisible()
      await expect(bar(page, 'Waiting to be sent')).toBeHidden()
      await page.goto(`/dish/${goneId}`)
      await expect(page.getByText('Thanks for reporting')).toBeVisible()
    } finally {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    }
    type Card = { itemName: string; photo: object | null; yolos: { userId: number }[] }
    const { items } = await read<{ items: Card[] }>('/my-page')
    expect(items.map(({ itemName }) => itemName)).toEqual([loved])
    expect(items[0]!.yolos.filter(({ userId }) => userId === member.id)).toHaveLength(1)
    expect(items[0]!.photo).not.toBeNull()
    const { items: voted } = await read<{ items: { itemName: string }[] }>('/upvotedItems')
    expect(voted.map(({ itemName }) => itemName)).toEqual([votedName])
  },
)
