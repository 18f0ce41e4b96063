import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { browserFlags } from '../../bootstrap/browser.mjs'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn, save, verify, type Member } from '../members.ts'
import { file, quarters } from '../photo-files.ts'
import { knownIn } from '../looks/screens.ts'

test.setTimeout(90_000)
// Playwright's trace would fetch the blob: URL of a photo, which the site's CSP forbids.
test.use({ trace: 'off' })

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const cut = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|409/
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const bar = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
const title = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

const dishData = /api\/items\/\d+$/

/**
 * Opens a page and waits until it has the member's data and the queue's code, which need a network. `without` names the
 * script that a test keeps from the page.
 */
async function open(page: Page, path: string, data: RegExp = /./, without = 'none') {
  const answered = page.waitForResponse(data)
  await page.goto(path)
  await (await answered).finished()
  // Each of these imports others, so it's all there once nothing has been added for a while.
  let before = 0
  const progress = async () => {
    const loaded = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, responseEnd }) => name.includes('/assets/') && responseEnd > 0)
        .map(({ name }) => name),
    )
    const added = loaded.length - before
    before = loaded.length
    const missing = ['/device-notice-', '/keep-', '/sender-', '/entries-'].filter(
      (part) => part !== without && !loaded.some((name) => name.includes(part)),
    )
    return { added, missing }
  }
  await expect.poll(progress, { intervals: [300] }).toEqual({ added: 0, missing: [] })
}

const mine = async (page: Page, as: Member) => {
  const headers = { Authorization: `Bearer ${as.token}` }
  const answer = await page.request.get('/api/my-page', { headers })
  type Card = { itemName: string; photo: object | null }
  return ((await answer.json()) as { items: Card[] }).items
}

test.describe('on a phone', () => {
  test.use(phone)

  test(
    'what is added without a network waits, survives a restart of the browser, and is sent once',
    { tag: '@long' },
    async ({ page: helper, baseURL }) => {
      const folder = await mkdtemp(joinPath(tmpdir(), 'yolo-phone-'))
      const start = async (): Promise<BrowserContext> => {
        const context = await chromium.launchPersistentContext(folder, {
          ...phone,
          baseURL: baseURL!,
          reducedMotion: 'reduce',
          executablePath: process.env.CHROMIUM_PATH!,
          args: browserFlags,
        })
        context.setDefaultTimeout(20_000)
        return context
      }
      const { restaurant } = await knownIn(baseURL!)
      const author = await join(helper)
      const dish = `Cellar Pie ${author.id}`
      const { itemId } = await save(helper, author, dish)
      const member = await join(helper)
      const added = `Cellar Burger ${member.id}`

      let browser = await start()
      try {
        await logIn(browser, member)
        const page = browser.pages()[0]!
        // One tab for each, all loaded before the network is gone.
        const dishPage = await browser.newPage()
        await open(dishPage, `/dish/${itemId}`, dishData)
        // Its code is loaded when it is first opened.
        await button(dishPage, `More about ${dish}`).tap()
        await expect(dishPage.getByRole('dialog')).toBeVisible()
        await dishPage.keyboard.press('Escape')
        const authorPage = await browser.newPage()
        await open(authorPage, `/user/${author.id}`, /api\/users\/\d+/)
        await open(page, `/add-yolo?restaurant=${restaurant}&category=3`, /photo-crop.*\.js/)
        await browser.setOffline(true)

        await dishPage.bringToFront()
        await expect(
          bar(dishPage, 'You are offline. What you add waits on this device.'),
        ).toBeVisible()
        await button(dishPage, /^Tap to Upvote/).tap()
        await expect(button(dishPage, /^UPVOTED/)).toBeVisible()
        await expect(bar(dishPage, 'Waiting to be sent: 1.')).toBeVisible()
        await button(dishPage, `More about ${dish}`).tap()
        await button(dishPage, 'No longer on the menu').tap()
        await expect(dishPage.getByText('Thanks for reporting')).toBeVisible()

        await authorPage.bringToFront()
        await button(authorPage, /^follow/i)
          .first()
          .tap()
        await expect(button(authorPage, /^unfollow/i).first()).toBeVisible()

        await page.bringToFront()
        await page.getByLabel('NAME OF MENU ITEM?').fill(added)
        await button(page, 'NEXT').click()
        await title(page, 'Which tags fit it?')
        await button(page, 'NEXT').click()
        await title(page, 'Why this one?')
        await page.getByPlaceholder('Tell us why you love it!').fill('Found in a cellar.')
        await button(page, 'Save Yolo').click()
        await title(page, 'Add a photo?')
        await expect(page.getByText(`${added} is kept on this device`)).toBeVisible()
        const chooser = page.waitForEvent('filechooser')
        await button(page, 'Choose a photo').tap()
        await (await chooser).setFiles(file(await quarters()))
        await expect(page.getByRole('group', { name: /^Your photo/ })).toBeVisible()
        await button(page, 'Save photo').tap()
        await title(page, 'Kept on this device.')
        await expect(bar(page, 'Waiting to be sent: 5.')).toBeVisible()
        await button(page, 'Show').tap()
        const list = page.getByRole('region', { name: 'Waiting' })
        await expect(list.getByRole('listitem')).toHaveText([
          new RegExp(`Your vote for ${dish}`),
          new RegExp(`${dish}: no longer on the menu`),
          new RegExp(`Follow ${author.name}`),
          new RegExp(`${added} at `),
          new RegExp(`Photo of ${added}`),
        ])
        await expectClean(page, { expected: cut })
      } finally {
        await browser.close()
      }
      expect((await mine(helper, member)).map(({ itemName }) => itemName)).toEqual([])

      browser = await start()
      try {
        const page = browser.pages()[0]!
        await page.goto('/home')
        await expect(page.getByText('Sent: 5 things that waited.')).toBeVisible()
        await expect(bar(page, 'Waiting to be sent')).toBeHidden()
        await page.goto(`/dish/${itemId}`)
        await expect(button(page, /^UPVOTED/)).toBeVisible()
        await expect(page.getByText('Thanks for reporting')).toBeVisible()
        await page.goto(`/user/${author.id}`)
        await expect(button(page, /^unfollow/i).first()).toBeVisible()
      } finally {
        await browser.close()
        await rm(folder, { recursive: true, force: true })
      }
      const [saved, ...others] = await mine(helper, member)
      expect([saved?.itemName, others]).toEqual([added, []])
      expect(saved?.photo).not.toBeNull()
      const card = await (await helper.request.get(`/api/items/${itemId}`)).json()
      expect(card.upvoteCount).toBe(1)
    },
  )

  test('two tabs send each thing once; a quota that was filled meanwhile is asked about', async ({
    page,
    context,
    baseURL,
  }) => {
    const { restaurant } = await knownIn(baseURL!)
    const member = await join(page)
    await verify(page, member)
    for (const name of ['One', 'Two']) await save(page, member, `Asked ${name} ${member.id}`)
    const fourth = `Asked Four ${member.id}`
    await logIn(context, member)
    const author = await join(page)
    const { itemId } = await save(page, author, `Voted twice ${member.id}`)
    const other = await context.newPage()
    await open(other, `/dish/${itemId}`, dishData)
    await open(page, `/add-yolo?restaurant=${restaurant}&category=3`)
    await context.setOffline(true)
    await other.bringToFront()
    await button(other, /^Tap to Upvote/).tap()
    await expect(bar(other, 'Waiting to be sent: 1.')).toBeVisible()
    // Once it is discarded, the page shows it as it was.
    await button(other, 'Show').tap()
    const dialog = other.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Discard/ }).tap()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap()
    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await expect(button(other, /^Tap to Upvote/)).toHaveText(/0/)
    await button(other, /^Tap to Upvote/).tap()
    await expect(bar(other, 'Waiting to be sent: 1.')).toBeVisible()
    await page.bringToFront()
    await page.getByLabel('NAME OF MENU ITEM?').fill(fourth)
    // By mouse, because taps at one place this soon after one another count as double taps.
    await button(page, 'NEXT').click()
    await title(page, 'Which tags fit it?')
    await button(page, 'NEXT').click()
    await page.getByPlaceholder('Tell us why you love it!').fill('Worth the fourth place.')
    await button(page, 'Save Yolo').click()
    await title(page, 'Add a photo?')
    await button(page, "DON'T SAVE").click()
    await title(page, 'Kept on this device.')
    await expect(bar(page, 'Waiting to be sent: 2.')).toBeVisible()
    // Nothing is sent while Yolo is closed.
    await expect(page.getByText(/^It is sent once Yolo is open with a network\./)).toBeVisible()
    // My Page may not be on this device.
    const ways = page.getByRole('main').getByRole('link')
    await expect(ways).toHaveText(['Add another favorite', 'My Page'])

    await save(page, member, `Asked Three ${member.id}`)
    const writes: string[] = []
    context.on('request', (request) => {
      if (request.method() === 'POST') writes.push(new URL(request.url()).pathname)
    })
    await context.setOffline(false)
    await expect(bar(page, '1 thing needs your answer.')).toBeVisible()
    await expect(page.getByText('It couldn’t be saved, and needs your answer.')).toBeVisible()
    await expect(bar(other, '1 thing needs your answer.')).toBeVisible()
    expect(writes.filter((path) => path.includes('upvote'))).toHaveLength(1)
    expect(writes.filter((path) => path === '/api/yolos')).toHaveLength(1)

    await bar(page, '1 thing needs').getByRole('button', { name: 'Show' }).tap()
    const question = page.getByRole('region', { name: 'Your answer, please' })
    await expect(question).toContainText(`${fourth} at `)
    await expect(question).toContainText('Quota of 3 filled')
    await expectClean(page, { expected: cut })
    await question.getByRole('button', { name: 'Change it' }).tap()
    await title(page, 'Why this one?')
    await expect(page.getByPlaceholder('Tell us why you love it!')).toHaveValue(
      'Worth the fourth place.',
    )
    await page.getByRole('radio', { name: `Asked One ${member.id}` }).check()
    await button(page, 'Save Yolo').click()
    await title(page, 'Add a photo?')
    await expect(bar(page, 'needs your answer')).toBeHidden()
    const names = (await mine(page, member)).map(({ itemName }) => itemName)
    expect(names.toSorted()).toEqual(
      [fourth, `Asked Three ${member.id}`, `Asked Two ${member.id}`].toSorted(),
    )
  })

  test(
    'a vote for a dish that was renamed meanwhile leads to it, or is discarded',
    { tag: '@long' },
    async ({ page }) => {
      const member = await join(page)
      const author = await join(page)
      const name = `Renamed Later ${member.id}`
      const { id, itemId } = await save(page, author, name)
      await logIn(page, member)
      await open(page, `/dish/${itemId}`, dishData)
      await page.context().setOffline(true)
      await button(page, /^Tap to Upvote/).tap()
      await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
      const renamed = await page.request.put('/api/yolo/name', {
        headers: { Authorization: `Bearer ${author.token}` },
        data: { yoloId: id, new_name: `Quite Another ${member.id}` },
      })
      expect(renamed.status(), await renamed.text()).toBe(200)
      await page.context().setOffline(false)
      await bar(page, '1 thing needs').getByRole('button', { name: 'Show' }).tap()
      const question = page.getByRole('region', { name: 'Your answer, please' })
      await expect(question).toContainText('This dish has another name now.')
      await expect(question.getByRole('button', { name: 'Try again' })).toBeHidden()
      await expect(question.getByRole('button', { name: 'Discard' })).toBeVisible()
      await expectClean(page, { expected: cut })
      await question.getByRole('link', { name: 'Look at it' }).tap()
      await title(page, `Quite Another ${member.id}`)
    },
  )

  test('what waits is its member’s alone, and logging out says so', async ({ page, baseURL }) => {
    const member = await join(page)
    const author = await join(page)
    const { itemId } = await save(page, author, `Mine alone ${member.id}`)
    await page.goto('/home')
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(member))
    await open(page, `/dish/${itemId}`, dishData)
    await page.context().setOffline(true)
    await button(page, /^Tap to Upvote/).tap()
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    // The network comes back, but the server doesn't answer yet.
    await page.route(/\/api\/items\/\d+\/upvote/, (route) => route.abort())
    await page.context().setOffline(false)

    await page.goto('/logout')
    await title(page, 'Log out now?')
    await expect(page.getByText('1 thing waits on this device to be sent.')).toBeVisible()
    await expectClean(page, { expected: cut })
    await button(page, 'Log out, and keep them').tap()
    await expect(bar(page, '1 thing waits on this device to be sent after a log-in.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClean(page, { expected: cut })

    await page.unroute(/\/api\/items\/\d+\/upvote/)
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(author))
    await open(page, '/home')
    await expect(page.getByText(/wait/)).toBeHidden()
    const upvotes = async () =>
      (await (await page.request.get(`${baseURL}/api/items/${itemId}`)).json()).upvoteCount
    expect(await upvotes()).toBe(0)
    // The log-out has ended the session.
    const again = await page.request.post('/api/login', {
      data: { email: member.email, password: 'nine calm otters' },
    })
    await page.evaluate((user) => localStorage.setItem('user', user), await again.text())
    await page.goto('/home')
    await expect(page.getByText(`Sent: Your vote for Mine alone ${member.id}.`)).toBeVisible()
    expect(await upvotes()).toBe(1)
  })

  test('what waits is sent although the network went before the page had its code', async ({
    page,
  }) => {
    const member = await join(page)
    const author = await join(page)
    const { itemId } = await save(page, author, `Cut early ${member.id}`)
    await logIn(page, member)
    const { promise: isCut, resolve: cutIt } = Promise.withResolvers<void>()
    await page.route(/\/assets\/device-notice-/, async (route) => {
      await isCut
      await route.abort()
    })
    await open(page, `/dish/${itemId}`, dishData, '/device-notice-')
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('device-notice'))
    cutIt()
    await failed
    await button(page, /^Tap to Upvote/).tap()
    await expect(button(page, /^UPVOTED/)).toBeVisible()
    await page.unroute(/\/assets\/device-notice-/)
    await page.context().setOffline(false)
    await expect(page.getByText(`Sent: Your vote for Cut early ${member.id}.`)).toBeVisible()
  })

  test('once a kept favorite was sent, the wizard says so and sends its photo at once', async ({
    page,
    baseURL,
  }) => {
    const { restaurant } = await knownIn(baseURL!)
    const member = await join(page)
    await verify(page, member)
    await logIn(page, member)
    await stayOnLastPage(page)
    await open(page, `/add-yolo?restaurant=${restaurant}&category=3`)
    const dish = `Sent later ${member.id}`
    await page.getByLabel('NAME OF MENU ITEM?').fill(dish)
    await button(page, 'NEXT').click()
    await button(page, 'NEXT').click()
    await page.context().setOffline(true)
    await button(page, 'Save Yolo').click()
    await expect(page.getByText(`${dish} is kept on this device`)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(`${dish} is saved. Add a photo`)).toBeVisible()
    await expect(page.getByText('your favorite is saved.')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choose a photo').tap()
    await (await chooser).setFiles(file(await quarters()))
    await expect(page.getByRole('group', { name: /^Your photo/ })).toBeVisible()
    await button(page, 'Save photo').tap()
    await title(page, 'Yolo added.')
    const [saved] = await mine(page, member)
    expect(saved?.photo).not.toBeNull()
  })

  test('a device without room says so, and the form stays as it is', async ({ page, baseURL }) => {
    const { restaurant } = await knownIn(baseURL!)
    const member = await join(page)
    await logIn(page, member)
    await open(page, `/add-yolo?restaurant=${restaurant}&category=3`)
    await page.getByLabel('NAME OF MENU ITEM?').fill('No room for it')
    await button(page, 'NEXT').click()
    await button(page, 'NEXT').click()
    await page.getByPlaceholder('Tell us why you love it!').fill('Big.')
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError')
      }
    })
    await page.context().setOffline(true)
    await button(page, 'Save Yolo').click()
    await expect(page.getByRole('alert').filter({ hasText: 'has no room' })).toBeVisible()
    await expect(page.getByPlaceholder('Tell us why you love it!')).toHaveValue('Big.')
    await expect(bar(page, 'Waiting to be sent')).toBeHidden()
  })
})
