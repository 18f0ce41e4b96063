import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, send, verify, type Member } from '../members.ts'
import { loginOf } from '../site/operator.ts'

// What was done without a network, and what the member is asked about it.
test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
})

const cut = /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|400|404|409/
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const question = (page: Page) => page.getByRole('region', { name: 'Your answer, please' })
const bar = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

/** Opens the settings of a favorite. */
const openSettings = (page: Page, itemName: string) =>
  button(page, new RegExp(`Settings\\s*: ${itemName}$`)).tap()

/** Logs the member in and opens a page, with the worker and all that it needs on the device. */
async function open(page: Page, member: Member, path: string) {
  await logIn(page, member)
  await page.goto('/home')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(path)
}

test(
  'tags kept offline are named beside those that another device saved meanwhile',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const name = `Tagged Pie ${member.id}`
    const { id } = await save(page, member, name)
    await open(page, member, '/my-page')
    await button(page, new RegExp(`Settings\\s*: ${name}$`)).tap()
    await button(page, 'Add Tags').tap()
    const dialog = page.getByRole('dialog')
    const names = ['Cheeseburger', 'Bacon']
    await context.setOffline(true)
    for (const tag of names) await dialog.getByRole('checkbox', { name: tag, exact: true }).check()
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    await page.request.put(`/api/yolos/${id}/tags`, {
      headers: { Authorization: `Bearer ${member.token}` },
      data: [37],
    })
    await context.setOffline(false)
    await bar(page, '1 thing needs').getByRole('button', { name: 'Show' }).tap()
    await expect(question(page)).toContainText('Changed elsewhere meanwhile: ')
    await expect(question(page)).toContainText(`Yours: ${names.join(', ')}`)
    await expectClean(page, { expected: cut })
  },
)

test(
  'a dish that an admin removed can be changed or discarded, not sent again',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const name = `Removed Pie ${member.id}`
    const { itemId } = await save(page, member, name)
    const answer = await page.request.post('/api/login', { data: await loginOf(514) })
    const admin = (await answer.json()) as Member
    const removed = await page.request.put('/api/items/delete', {
      headers: { Authorization: `Bearer ${admin.token}` },
      data: { itemId },
    })
    expect(removed.status()).toBe(200)
    await page.addInitScript(
      (draft) => sessionStorage.setItem('add-yolo', draft),
      JSON.stringify({
        restaurant: { placeId: 'demo:lucy-gus', name: 'Lucy & Gus', address: '' },
        categoryId: 3,
        itemName: name,
        description: 'Worth it.',
        by: member.id,
      }),
    )
    await open(page, member, '/add-yolo?step=yolo')
    await context.setOffline(true)
    await button(page, 'Save Yolo').click()
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    await context.setOffline(false)
    await bar(page, '1 thing needs').getByRole('button', { name: 'Show' }).tap()
    await expect(question(page)).toContainText(
      'We removed this dish. Choose another one, or write to us (see About).',
    )
    await expect(question(page).getByRole('button')).toHaveText([/^Change it/, /^Discard/])
    await expectClean(page, { expected: cut })
    await button(page, 'Change it').tap()
    await expect(page.getByLabel('NAME OF MENU ITEM?')).toHaveValue(name)
  },
)

test('a page shows again what it was once what waited is discarded there', async ({ page }) => {
  const [author, member] = [await join(page), await join(page)]
  await verify(page, member)
  const itemName = `Discarded Pie ${member.id}`
  const { itemId } = await send(page, author, '/yolos', {
    placeId: 'demo:lucy-gus',
    categoryId: 3,
    itemName,
    description: 'Something rude.',
  })
  await send(page, member, `/items/${itemId}/expired`, { expectedName: itemName })
  await logIn(page, member)
  await page.route(/\/api\/(abuse-reports|yolos|items\/\d+\/confirm)$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  const discard = async () => {
    await bar(page, 'Waiting to be sent: 1.').getByRole('button', { name: 'Show' }).click()
    await button(page, /^Discard/).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  }
  await page.goto(`/dish/${itemId}`)
  const thanks = page.getByText('Thanks for reporting')
  await expect(thanks).toBeVisible()
  const more = button(page, `More about ${itemName}`)
  await more.click()
  await button(page, 'Still on the menu').click()
  await expect(page.getByText('Confirmed today')).toBeVisible()
  await expect(thanks).toBeHidden()
  await discard()
  await expect(thanks).toBeVisible()

  const text = page.getByText('Something rude.').first()
  await expect(text).toBeVisible()
  await more.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('radio', { name: 'Spam' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('Something rude.')).toHaveCount(0)
  await discard()
  await expect(text).toBeVisible()

  await page.goto(`/add-yolo?item=${itemId}`)
  await button(page, 'NEXT').click()
  await button(page, 'Save Yolo').click()
  await expect(page.getByText(`${itemName} is kept on this device`)).toBeVisible()
  await discard()
  await expect(page.getByRole('heading', { level: 1, name: 'Why this one?' })).toBeVisible()
  await expectClean(page, { expected: cut })
})

test(
  'what was kept offline for a favorite that is deleted meanwhile can be copied and discarded',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const name = `Deleted Pie ${member.id}`
    const { id } = await save(page, member, name)
    await open(page, member, '/my-page')
    await openSettings(page, name)
    await context.setOffline(true)
    await button(page, 'Add Yolo Text').tap()
    await page.getByRole('dialog').getByLabel('Your review').fill('Written on the bus.')
    await button(page, 'Save Yolo').click()
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    const gone = await page.request.delete(`/api/yolos/delete/${id}`, {
      headers: { Authorization: `Bearer ${member.token}` },
    })
    expect(gone.status()).toBe(200)
    await context.setOffline(false)
    await bar(page, '1 thing needs').getByRole('button', { name: 'Show' }).tap()
    const asked = question(page)
    await expect(asked).toContainText('This yolo isn’t here any more.')
    await expect(asked).toContainText('Yours: “Written on the bus.”')
    await expect(asked.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expectClean(page, { expected: cut })
    await asked.getByRole('button', { name: 'Discard' }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap()
    await expect(bar(page, 'needs your answer')).toBeHidden()
  },
)

test(
  'a deletion that waits asks nothing where the favorite is deleted elsewhere meanwhile',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await verify(page, member)
    const name = `Twice Deleted Pie ${member.id}`
    const { id } = await save(page, member, name)
    await open(page, member, '/my-page')
    await openSettings(page, name)
    await context.setOffline(true)
    await button(page, 'Delete Yolo').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap()
    await expect(bar(page, 'Waiting to be sent: 1.')).toBeVisible()
    await page.request.delete(`/api/yolos/delete/${id}`, {
      headers: { Authorization: `Bearer ${member.token}` },
    })
    await context.setOffline(false)
    await expect(bar(page, 'Waiting to be sent')).toBeHidden()
    await expect(bar(page, 'needs your answer')).toBeHidden()
    await expect(page.getByText('No yolos.')).toBeVisible()
  },
)
