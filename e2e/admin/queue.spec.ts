import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { closedReport, focusedRow, narrow, press, signIn, thirtyReports } from './desk.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { join, logIn, save, send, type Member } from '../members.ts'

/** Returns how many cases that contain `words` wait for a decision. */
async function waiting(page: Page, { token }: Member, words: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get('/api/admin/queue', { headers, params: { q: words } })
  return (await answer.json()).matching
}

test(
  'thirty reports are worked off with the keyboard alone: one by one, many at once, and undone',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    const words = `Desk ${process.pid}.${Date.now()}`
    const { dishes } = await thirtyReports(page, words)
    const admin = await signIn(page, 7)
    await logIn(page, admin)
    await page.goto('/admin/queue')
    await narrow(page, words, 30)
    const left = (count: number) =>
      expect(page.getByText(new RegExp(` rows?, ${count} match`))).toBeVisible()
    const key = (pressed: string) => page.keyboard.press(pressed)
    await page.locator('tbody tr').first().focus()
    // The dish with the most reports comes first.
    await expect(focusedRow(page)).toContainText(dishes[0]!.name)
    await expectClean(page)

    // R puts the removed dish back into the queue and focuses it.
    await key('j')
    const second = await focusedRow(page).getAttribute('data-row')
    await key('k')
    await key('d')
    await left(29)
    await expect(page.getByText(`${dishes[0]!.name} is removed.`)).toBeVisible()
    await expect(focusedRow(page)).toHaveAttribute('data-row', second!)
    await key('r')
    await left(30)
    await expect(page.getByText(`${dishes[0]!.name} is back in the queue.`)).toBeVisible()
    await expect(focusedRow(page)).toContainText(dishes[0]!.name)
    expect((await page.request.get(`/api/items/${dishes[0]!.itemId}`)).status()).toBe(200)

    // Keys typed into a field don't decide anything.
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('dx')
    await left(30)
    await page.getByLabel('Reason').fill('Seen on the menu today.')
    await page.locator('tbody tr').first().focus()
    for (let count = 29; count >= 20; count--) {
      await key(count % 2 ? 'x' : 'd')
      await left(count)
      await expect(focusedRow(page)).toHaveCount(1)
    }

    // Removes ten at once, undoes that, and dismisses ten instead.
    const chooseTen = async () => {
      for (let n = 0; n < 10; n++) {
        await key('Space')
        await key('j')
      }
      await expect(page.getByText('10 chosen')).toBeVisible()
    }
    await chooseTen()
    await key('d')
    await left(10)
    await expect(page.getByText('10 reports are removed.')).toBeVisible()
    await expect(focusedRow(page)).toHaveCount(1)
    await key('r')
    await left(20)
    await page.locator('tbody tr').first().focus()
    await chooseTen()
    await key('x')
    await left(10)
    for (let count = 9; count >= 0; count--) {
      await key('d')
      if (count > 0) await left(count)
    }
    await expect(page.getByText(/^(No row matches|Nothing waits for a decision)\.$/)).toBeVisible()
    // The rows leave the list before the server has decided.
    await expect.poll(() => waiting(page, admin, words)).toBe(0)

    await page.goto('/admin/queue?state=decided')
    await narrow(page, words, 30)
    await narrow(page, dishes[0]!.name, 1)
    await expectClean(page)
    await page.locator('tbody tr').focus()
    await expect(focusedRow(page)).toContainText('Seen on the menu today.')
    await key('r')
    await expect(page.getByText(`${dishes[0]!.name} is back in the queue.`)).toBeVisible()
    await page.goto('/admin/queue')
    await narrow(page, words, 1)
  },
)

test(
  'letters can be switched off on a device, and kinds are chosen in the address',
  { tag: '@long' },
  async ({ page }) => {
    const words = `Quiet ${process.pid}.${Date.now()}`
    await closedReport(page, words)
    await logIn(page, await signIn(page, 6))
    await page.goto('/admin/queue')
    const kinds = page.getByRole('group', { name: 'Kind' })
    await kinds.getByRole('link', { name: 'Closed restaurants' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/queue?kind=closed')
    // Waits for the new table, because the URL changes before it, and text typed into the old filter would be lost.
    await expect(kinds.getByRole('link', { name: 'Closed restaurants' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await narrow(page, words, 1)
    await expect(page.locator('tbody tr')).toContainText('1 report, none counts')
    const row = page.locator('tbody tr').first()
    await row.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 chosen')).toBeVisible()
    await press(page, 'Dismiss')
    await expect(page.getByText(`The report about Place ${words} is dismissed.`)).toBeVisible()
    await press(page, 'Undo')
    await expect(page.getByText(`Place ${words} is back in the queue.`)).toBeVisible()
    await expect(focusedRow(page)).toContainText(`Place ${words}`)
  },
)

test(
  'a notice keeps its Undo while another kind of cases is decided',
  { tag: '@long' },
  async ({ page }) => {
    const [first, second] = ['a', 'b'].map((one) => `Kinds ${process.pid}.${Date.now()}${one}`)
    await closedReport(page, first!)
    await closedReport(page, second!)
    const admin = await signIn(page, 6)
    await logIn(page, admin)
    await page.goto('/admin/queue?kind=closed')
    const dismiss = async (words: string) => {
      await narrow(page, words, 1)
      await page.getByRole('button', { name: `Dismiss Place ${words}` }).click()
      await expect(page.getByText(`The report about Place ${words} is dismissed.`)).toBeVisible()
    }
    await dismiss(first!)
    const all = page.getByRole('group', { name: 'Kind' }).getByRole('link', { name: 'All' })
    await all.click()
    await expect(all).toHaveAttribute('aria-current', 'page')
    await dismiss(second!)
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toHaveCount(2)
    await undo.first().click()
    await expect.poll(() => waiting(page, admin, first!)).toBe(1)
  },
)

test(
  'what has changed since the page was loaded isn’t decided: the row says what is there now',
  { tag: '@long' },
  async ({ page }) => {
    const [member, reporter] = [await join(page), await join(page)]
    const setBio = (bio: string) =>
      page.request.put('/api/user/bio', {
        data: { bio },
        headers: { authorization: `Bearer ${member.token}` },
      })
    const picture = await makePhoto({ width: 300, height: 300, colour: '#7a2f55' })
    await page.request.post('/api/user/avatar/upload', {
      multipart: { file: { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) } },
      headers: { authorization: `Bearer ${member.token}` },
    })
    await setBio('I sell pills.')
    await send(page, reporter, '/abuse-reports', {
      kind: 'member',
      id: member.id,
      reason: 'spam',
    })
    const admin = await signIn(page, 6)
    await logIn(page, admin)
    await page.goto('/admin/queue?kind=abuse')
    await narrow(page, member.name, 1)
    const row = page.locator('tbody tr')
    await expect(row).toContainText('I sell pills.')
    await expect(row.getByAltText(`Picture of ${member.name}`)).toBeVisible()
    await setBio('I love pancakes.')
    await row.focus()
    await page.keyboard.press('x')
    await expect(
      page.getByText('This has changed since you loaded it. Please look again.'),
    ).toBeVisible()
    await expect(page.getByText(`${member.name} is taken down.`)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    await expect(row.locator('blockquote')).toContainText('I love pancakes.')
    await expect(row).toContainText('It said:')
    await expectClean(page)
    await row.focus()
    await page.keyboard.press('x')
    await expect(row).toHaveCount(0)
    await expect.poll(() => waiting(page, admin, member.name)).toBe(0)
  },
)

test(
  'the one answer to a takedown is decided with the photo in sight, and undone',
  { tag: '@long' },
  async ({ page }) => {
    const author = await join(page)
    const itemName = `Answered burger of ${author.name}`
    const { id } = await save(page, author, itemName)
    const photo = await makePhoto({ width: 640, height: 480, colour: '#7a2f55' })
    const headers = { authorization: `Bearer ${author.token}` }
    const upload = await page.request.post(`/api/yolo-image/${id}/image/upload`, {
      multipart: { file: { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) } },
      headers,
    })
    expect(upload.status()).toBe(200)
    const admin = await signIn(page, 6)
    await send(page, admin, '/takedowns', { kind: 'photo', id, word: 'It isn’t your photo.' })
    const own = await page.request.get('/api/takedowns', { headers })
    const [takedown] = (await own.json()) as { id: number }[]
    await send(page, author, `/takedowns/${takedown!.id}/answer`, { answer: 'My sister took it.' })

    await logIn(page, admin)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/queue?kind=abuse')
    await narrow(page, author.name, 1)
    const row = page.locator('tbody tr')
    for (const text of [
      `Answer about a photo by ${author.name}`,
      'Taken down: It isn’t your photo.',
      'It is still the same photo.',
      'My sister took it.',
      '1 answer, taken down',
    ])
      await expect(row).toContainText(text)
    const picture = row.getByAltText(`Photo by ${author.name}`)
    const widthOf = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
    await expect.poll(widthOf).toBeGreaterThan(0)
    await expectClean(page)

    await row.getByRole('button', { name: `Show it again ${itemName}` }).click()
    await expect(page.getByText(`The photo of ${itemName} is shown again.`)).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row).toContainText('My sister took it.')
    await row.getByRole('button', { name: `Keep it down ${itemName}` }).click()
    await expect(page.getByText(`The photo of ${itemName} is kept down.`)).toBeVisible()
    await expect.poll(() => waiting(page, admin, author.name)).toBe(0)
    await page.goto('/admin/queue?kind=abuse&state=decided')
    await narrow(page, author.name, 2)
    await expect(row.first()).toContainText('Kept down by')
    await expect.poll(() => row.getByRole('img').evaluateAll((all) => all.length)).toBe(2)
    await expectClean(page)
  },
)
