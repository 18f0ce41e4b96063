import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, test } from '../checks.ts'
import { join, save, verify, type Member } from '../members.ts'
import { file, quarters } from '../photo-files.ts'
import { loginOf } from '../site/operator.ts'

// Changes of one's own favorites without a network, with all code on the device.
test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  // Playwright's trace would fetch the blob: URL of a photo, which the site's CSP forbids.
  trace: 'off',
})

const cut = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|404|409|415/
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const bar = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

/** The button that opens and closes the settings of a favorite. */
const settings = (page: Page, itemName: string) =>
  button(page, new RegExp(`Settings\\s*: ${itemName}$`))

type Card = { itemName: string; photo: { colour: string } | null; yolos: { id: number }[] }

async function mine(page: Page, { token }: Member) {
  const answer = await page.request.get('/api/my-page', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { items: Card[] }).items
}

/** Gives the favorite a photo through the API. */
async function photograph(page: Page, as: Member, itemName: string) {
  const card = (await mine(page, as)).find((one) => one.itemName === itemName)!
  const answer = await page.request.post(`/api/yolo-image/${card.yolos[0]!.id}/image/upload`, {
    headers: { Authorization: `Bearer ${as.token}` },
    multipart: { file: file(await quarters()) },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Opens the member's own page, or a dish's, with the worker and all that it needs on the device. */
async function openMine(page: Page, member: Member, path = '/my-page') {
  await page.goto('/home')
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(member))
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(path)
  await expect(button(page, /^Yolo Settings/).first()).toBeVisible()
}

test(
  'a deletion and a photo that is removed wait, and are done once',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const [bare, gone] = [`Bare Pie ${member.id}`, `Gone Pie ${member.id}`]
    for (const name of [bare, gone]) await save(page, member, name)
    await photograph(page, member, bare)
    await openMine(page, member)
    const city = { name: 'Minneapolis, MN, US', lat: 44.98, lng: -93.26 }
    await page.evaluate((one) => localStorage.setItem('location', JSON.stringify(one)), city)
    await page.reload()
    await context.setOffline(true)

    await settings(page, bare).tap()
    await button(page, 'Remove photo').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).tap()
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    await settings(page, bare).tap()
    await settings(page, gone).tap()
    await button(page, 'Delete Yolo').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
    await expect(bar(page, 'Waiting to be sent: 2.')).toBeVisible()
    await button(page, 'Show').tap()
    await expect(page.getByRole('region', { name: 'Waiting' }).getByRole('listitem')).toHaveText([
      new RegExp(`Remove the photo of ${bare}`),
      new RegExp(`Delete ${gone} from your favorites`),
    ])
    expect(await mine(page, member)).toHaveLength(2)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().tap()

    // Its name typed in the wizard calls the deletion off, which is undone again.
    await page.getByRole('navigation').getByRole('link', { name: 'Add' }).last().tap()
    await page.getByRole('combobox', { name: 'Restaurant name' }).fill('gus')
    await page.getByRole('option', { name: /^Lucy & Gus/ }).tap()
    await button(page, 'NEXT').click()
    await button(page, 'Burgers').tap()
    await page.getByLabel('NAME OF MENU ITEM?').fill(gone.toLowerCase())
    await button(page, 'NEXT').click()
    await expect(page.getByText(`${gone} stays among your favorites.`)).toBeVisible()
    await expectClean(page, { expected: cut })
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    await button(page, 'Undo').tap()
    await expect(bar(page, 'Waiting to be sent: 2.')).toBeVisible()

    await context.setOffline(false)
    await expect(bar(page, 'Waiting to be sent')).toBeHidden()
    const left = await mine(page, member)
    expect(left.map(({ itemName, photo }) => [itemName, photo])).toEqual([[bare, null]])
  },
)

test(
  'what waited in one tab and was sent by another shows in both',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const name = `Tab Pie ${member.id}`
    await save(page, member, name)
    await openMine(page, member)
    const dialog = (tab: Page) => tab.getByRole('dialog')
    const saveIt = (tab: Page) => dialog(tab).getByRole('button', { name: /^Save/ }).tap()
    const write = (tab: Page, words: string) => dialog(tab).getByLabel('Your review').fill(words)
    const rename = (tab: Page, to: string) => dialog(tab).getByLabel('Name of the').fill(to)
    const tick = (tab: Page, index: number) => dialog(tab).getByRole('checkbox').nth(index).check()

    // Each of the others has begun an edit by then.
    const edit = async (action: string) => {
      const tab = await context.newPage()
      await tab.goto('/my-page')
      await settings(tab, name).tap()
      await button(tab, action).tap()
      return tab
    }
    const texts = await edit('Add Yolo Text')
    await write(texts, 'From there')
    const tags = await edit('Add Tags')
    await tick(tags, 1)
    const names = await edit('Edit Yolo Name')
    await rename(names, `Third Pie ${member.id}`)

    await page.bringToFront()
    await context.setOffline(true)
    await settings(page, name).tap()
    await button(page, 'Add Yolo Text').tap()
    await write(page, 'From here')
    await saveIt(page)
    await button(page, 'Add Tags').tap()
    await tick(page, 0)
    await saveIt(page)
    await button(page, 'Edit Yolo Name').tap()
    await rename(page, `New ${name}`)
    await saveIt(page)
    await expect(page.getByText('Not sent yet')).toBeVisible()
    // The network is back, and this tab doesn't get through.
    await page.route(/\/api\/yolos?\//, (route) => route.abort())
    await context.setOffline(false)
    await expect(page.getByText('Sent: ').first()).toBeVisible()
    await expect(page.getByText('Not sent yet')).toBeHidden()
    await expect(page.getByRole('article')).toContainText('From here')

    const changed = 'Changed elsewhere meanwhile: '
    for (const [tab, now] of [
      [texts, '“From here”'],
      [tags, 'Cheeseburger'],
      [names, `“New ${name}”`],
    ] as const) {
      await tab.bringToFront()
      await expect(tab.getByText('Sent: ').first()).toBeVisible()
      await saveIt(tab)
      await expect(dialog(tab)).toContainText(changed + now)
    }
  },
)

test('edits that wait are shown, and a further edit begins with them', async ({
  page,
  context,
}) => {
  const member = await join(page)
  await verify(page, member)
  const [old, renamed] = [`Plain Pie ${member.id}`, `Plum Pie ${member.id}`]
  await save(page, member, old)
  await openMine(page, member)
  await context.setOffline(true)
  const card = page.getByRole('article')
  const dialog = page.getByRole('dialog')
  const review = dialog.getByLabel('Your review')
  const saveIt = () => dialog.getByRole('button', { name: /^Save/ }).tap()

  await settings(page, old).tap()
  await button(page, 'Add Yolo Text').tap()
  await review.fill('Crisp rim')
  await saveIt()
  await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
  await expect(card).toContainText('Crisp rim')
  await expect(card).toContainText(`Not sent yet: New words for ${old}.`)
  await button(page, 'Edit Yolo Text').tap()
  await expect(review).toHaveValue('Crisp rim')
  await review.fill('Crisp rim, sour plums ')
  await saveIt()
  await expect(card).toContainText('Crisp rim, sour plums')

  await button(page, 'Add Tags').tap()
  await dialog.getByRole('checkbox').first().check()
  await saveIt()
  await button(page, 'Edit Tags').tap()
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await dialog.getByRole('button', { name: 'Back' }).tap()

  await button(page, 'Edit Yolo Name').tap()
  await dialog.getByLabel('Name of the menu item').fill(renamed)
  await saveIt()
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(renamed)
  await expectClean(page, { expected: cut })
  // What is shown isn't only this page's state.
  await page.reload()
  await expect(card).toContainText('Crisp rim, sour plums')

  // It is sent while a further edit is open, which knows what was sent.
  await settings(page, renamed).tap()
  await button(page, 'Edit Yolo Text').tap()
  await context.setOffline(false)
  await expect(card).not.toContainText('Not sent yet')
  await review.fill('Crisp rim, sour plums, no sugar')
  await saveIt()
  await expect(page.getByText('Yolo saved.')).toBeVisible()
  await expect(bar(page, 'Waiting to be sent')).toBeHidden()
  await expect(card).toContainText('Crisp rim, sour plums, no sugar')
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(renamed)
  expect((await mine(page, member)).map(({ itemName }) => itemName)).toEqual([renamed])
})

test(
  'words kept offline ask before they replace what another device saved meanwhile',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const name = `Late Pie ${member.id}`
    const { id } = await save(page, member, name)
    await openMine(page, member)
    await context.setOffline(true)
    const dialog = page.getByRole('dialog')
    await settings(page, name).tap()
    for (const words of ['Phone words', 'Phone words, more']) {
      await button(page, /Yolo Text$/).tap()
      await dialog.getByLabel('Your review').fill(words)
      await button(page, 'Save Yolo').click()
      await expect(page.getByRole('article')).toContainText(words)
    }
    await page.request.put('/api/yolos', {
      headers: { Authorization: `Bearer ${member.token}` },
      data: { id, description: 'Laptop words' },
    })
    await context.setOffline(false)
    const question = `New words for ${name}: Changed elsewhere meanwhile: “Laptop words”`
    await expect(page.getByText(question)).toBeVisible()
    await button(page, 'Show').first().tap()
    await expect(dialog).toContainText('Yours: “Phone words, more”')
    await expectClean(page, { expected: cut })
    await button(page, 'Replace it').tap()
    await expect(dialog).toContainText('Sent at')
    await dialog.getByRole('button', { name: 'Close' }).last().tap()
    await expect(page.getByRole('article')).toContainText('Phone words, more')
  },
)

const withRights = async (page: Page, id: number): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(id) })).json()

test(
  'the name that user 20 chose is shown while it waits, and a further edit keeps it',
  { tag: '@long' },
  async ({ page, context }) => {
    const kitchen = await withRights(page, 20)
    const { itemId } = await save(page, kitchen, `Named Pie ${Date.now()}`)
    await openMine(page, kitchen, `/dish/${itemId}`)
    await context.setOffline(true)
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('User name shown')
    const review = dialog.getByLabel('Your review')

    await button(page, /^Yolo Settings/).tap()
    await button(page, 'Add Yolo Text').tap()
    await review.fill('Crisp rim')
    await name.fill('Pie Team')
    await button(page, 'Save Yolo').click()
    await expect(page.getByRole('link', { name: 'Pie Team' })).toBeVisible()
    await expectClean(page, { expected: cut })
    await button(page, 'Edit Yolo Text').tap()
    await expect(name).toHaveValue('Pie Team')
    await review.fill('Crisp rim, sour plums')
    await button(page, 'Save Yolo').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'sour plums' })).toContainText(
      'Pie Team',
    )

    await context.setOffline(false)
    await expect(bar(page, 'Waiting to be sent')).toBeHidden()
    const { yolos } = await (await page.request.get(`/api/items/${itemId}`)).json()
    expect(yolos).toMatchObject([{ userName: 'Pie Team', description: 'Crisp rim, sour plums' }])
  },
)

test(
  'an admin’s further edit of a favorite that the card doesn’t show begins with the one that waits',
  { tag: '@long' },
  async ({ page, context }) => {
    const dish = `Shared Pie ${Date.now()}`
    const members = [await join(page), await join(page), await join(page), await join(page)]
    for (const member of members) await verify(page, member)
    const [{ itemId }] = [await save(page, members[0]!, dish)]
    for (const member of members.slice(1)) await save(page, member, dish)
    await openMine(page, await withRights(page, 514), `/dish/${itemId}`)
    await button(page, /^Yolo Settings/).tap()
    await button(page, members[0]!.name).tap()
    await context.setOffline(true)
    const review = page.getByRole('dialog').getByLabel('Your review')
    await button(page, 'Add Yolo Text').tap()
    await review.fill('Crisp rim')
    await button(page, 'Save Yolo').click()
    await button(page, 'Edit Yolo Text').tap()
    await expect(review).toHaveValue('Crisp rim')
  },
)

test(
  'a photo that was refused is replaced, or left out, and nothing else is lost',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const dish = `Photo Pie ${member.id}`
    await save(page, member, dish)
    await openMine(page, member)

    /** Adds a photo without a network, which the server will refuse. */
    async function addRefused() {
      await context.setOffline(true)
      await settings(page, dish).tap()
      await button(page, 'Edit or upload photo').tap()
      await choose(page)
      await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
      await page.evaluate(spoilWaitingPhoto)
      await settings(page, dish).tap()
      await context.setOffline(false)
      await expect(bar(page, '1 thing needs your answer.')).toBeVisible()
      await bar(page, '1 thing needs').getByRole('button', { name: 'Show' }).tap()
      return page.getByRole('region', { name: 'Your answer, please' })
    }

    const question = await addRefused()
    await expect(question).toContainText(`Photo of ${dish}`)
    await expectClean(page, { expected: cut })
    await question.getByRole('button', { name: 'Choose another photo' }).tap()
    await choose(page)
    await expect(bar(page, 'needs your answer')).toBeHidden()
    const [replaced] = await mine(page, member)
    expect(replaced!.photo).not.toBeNull()

    await page.reload()
    await addRefused()
    await question.getByRole('button', { name: 'Save without the photo' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap()
    await expect(bar(page, 'needs your answer')).toBeHidden()
    expect((await mine(page, member)).map(({ itemName }) => itemName)).toEqual([dish])
  },
)

test('a newer photo is sent after one that waits', { tag: '@long' }, async ({ page, context }) => {
  const member = await join(page)
  await verify(page, member)
  const dish = `Two Photos ${member.id}`
  await save(page, member, dish)
  await openMine(page, member)
  await context.setOffline(true)
  await settings(page, dish).tap()
  await button(page, 'Edit or upload photo').tap()
  await choose(page)
  await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()

  // What waits doesn't reach the server yet, but what the editor sends would.
  const uploads = '**/image/upload'
  await context.route(uploads, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'))
  await context.setOffline(false)
  await tried
  const background = '#2020d0'
  const blue = sharp({ create: { width: 800, height: 600, channels: 3, background } })
  if (!(await button(page, 'Edit or upload photo').isVisible())) await settings(page, dish).tap()
  await button(page, 'Edit or upload photo').tap()
  await choose(page, await blue.jpeg().toBuffer())
  await expect(bar(page, 'Waiting to be sent: 2.')).toBeVisible()
  expect((await mine(page, member))[0]!.photo).toBeNull()

  await context.unroute(uploads)
  await button(page, 'Show').tap()
  await button(page, 'Send now').tap()
  await expect(bar(page, 'Waiting to be sent')).toBeHidden()
  expect((await mine(page, member))[0]!.photo!.colour).toMatch(/^#[0-4].[0-4].[c-f].$/)
})

async function choose(page: Page, photo?: Buffer) {
  const chooser = page.waitForEvent('filechooser')
  await button(page, /^Choose (a photo|another)$/)
    .last()
    .tap()
  await (await chooser).setFiles(file(photo ?? (await quarters())))
  await expect(page.getByRole('group', { name: /^Your photo/ })).toBeVisible()
  await button(page, 'Save photo').tap()
}

/** Runs in the browser. Replaces the waiting photo's bytes by what is no picture. */
const spoilWaitingPhoto = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('waiting')
    opening.addEventListener('error', () => reject(opening.error!))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('entries', 'readwrite')
      const entries = transaction.objectStore('entries')
      const all = entries.getAll()
      all.addEventListener('success', () => {
        for (const entry of all.result as { state: string; body?: { form: { file: Blob } } }[]) {
          if (entry.state !== 'waiting' || !entry.body) continue
          entry.body.form.file = new Blob(['no photo'], { type: 'image/jpeg' })
          entries.put(entry)
        }
      })
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })
