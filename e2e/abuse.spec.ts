import type { Card } from '#features/items/contract.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, test } from './checks.ts'
import { join, logIn, send, type Member } from './members.ts'
import { loginOf } from './site/operator.ts'

const phone = { width: 390, height: 844 }

type Saved = { id: number; itemId: number; restaurantId: number; itemName: string }

/** Saves a burger with a text and a photo for the member. */
async function savedBy(page: Page, as: Member): Promise<Saved> {
  const saved: Saved = await send(page, as, '/yolos', {
    placeId: 'demo:lucy-gus',
    categoryId: 3,
    itemName: `Rude burger of ${as.name}`,
    description: 'Something rude.',
  })
  const background = '#2060c0'
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const answer = await page.request.post(`/api/yolo-image/${saved.id}/image/upload`, {
    multipart: { file: { name: 'a.jpg', mimeType: 'image/jpeg', buffer } },
    headers: { Authorization: `Bearer ${as.token}` },
  })
  expect(answer.status()).toBe(200)
  return saved
}

test(
  'what a member reports is gone for them at once, and back when they take it back',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    const [ann, bob] = [await join(page), await join(page)]
    const { itemId, restaurantId, itemName } = await savedBy(page, ann)
    await logIn(page, bob)
    await page.setViewportSize(phone)
    await page.goto(`/restaurant/${restaurantId}`)
    const card = page.locator(`#dish-${itemId}`)
    const [text, photo] = [card.getByText('Something rude.'), card.locator('img')]
    await expect(text).toBeVisible()
    await expect(photo).toHaveCount(1)

    const dialog = page.getByRole('dialog', { name: 'Report', exact: true })
    const report = async () => {
      await card.getByRole('button', { name: `More about ${itemName}` }).click()
      const menu = page.getByRole('dialog', { name: itemName })
      await menu.getByRole('button', { name: 'Report', exact: true }).click()
      await expect(dialog).toBeVisible()
    }
    const submit = dialog.getByRole('button', { name: 'Report' })
    await report()
    await submit.click()
    await expect(dialog.getByRole('alert')).toHaveText('Please say what it is about.')
    await dialog.getByRole('radio', { name: `What ${ann.name} wrote` }).check()
    await submit.click()
    await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason.')
    await expectClean(page)
    await dialog.getByRole('radio', { name: 'Offensive or hateful' }).check()
    await dialog.getByLabel('Anything to add').fill('It insults the cook.')
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Thanks. You won’t see it any more.')).toBeVisible()
    await expect(text).toHaveCount(0)
    await expect(card.getByText(/^You reported (.+’s text|a text about this dish)\./)).toBeVisible()
    await expect(photo).toHaveCount(1)

    await page.reload()
    await expect(card.getByText(/^You reported (.+’s text|a text about this dish)\./)).toBeVisible()
    await expect(text).toHaveCount(0)
    await report()
    // The dish itself can be meant too, so the member is asked even if only one other thing is left.
    await expect(dialog.getByRole('radio', { name: /^The dish/ })).toBeVisible()
    await dialog.getByRole('radio', { name: /^The photo/ }).check()
    await dialog.getByRole('radio', { name: 'Someone else’s photo' }).check()
    await submit.click()
    await expect(photo).toHaveCount(0)
    await expect(card.getByText(`You reported ${ann.name}’s photo.`)).toBeVisible()
    // Comes first, because the notice disappears after a while.
    await page.getByLabel('Notices').getByRole('button', { name: 'Undo' }).click()
    await expect(photo).toHaveCount(1)
    await expectClean(page)
    await card.getByRole('button', { name: /^Undo the report of the text/ }).click()
    await expect(text).toBeVisible()
    await page.reload()
    await expect(text).toBeVisible()
    await expect(photo).toHaveCount(1)

    await report()
    await dialog.getByRole('radio', { name: /^The dish/ }).check()
    await submit.click()
    await expect(card.getByText('Thanks for reporting')).toBeVisible()
    await expect(text).toBeVisible()
    await card.getByRole('button', { name: /^Undo the report of/ }).click()
    await expect(card.getByText('Thanks for reporting')).toHaveCount(0)

    await page.goto(`/user/${ann.id}`)
    await page.getByRole('button', { name: `Report ${ann.name}` }).click()
    await dialog.getByRole('radio', { name: 'Spam' }).check()
    await submit.click()
    await expect(page.getByText('You reported this.')).toBeVisible()
    await expect(text).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('You reported this.')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expectClean(page)
    await page.getByRole('button', { name: `Undo the report of ${ann.name}` }).click()
    await expect(text).toBeVisible()
  },
)

test(
  'a visitor reports from a list after logging in, and undoes it there',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    const bob = await join(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/burgers/minneapolis-mn-us')
    const listed = await page.request.get('/api/yolos?category=3&latitude=44.978&longitude=-93.265')
    const cards: Card[] = (await listed.json()).nearBy
    const told = cards.find(({ yolos: [first] }) => (first?.description.length ?? 0) > 10)!
    const text = told.yolos[0]!.description
    const card = page
      .getByRole('article')
      .filter({ hasText: told.itemName })
      .filter({ has: page.getByRole('link', { name: told.restaurantName, exact: true }) })
    await expect(card.getByText(text, { exact: true })).toBeVisible()
    await card.getByRole('button', { name: /^More about/ }).click()
    const menu = page.locator('dialog[open]')
    await menu.getByRole('button', { name: 'Report', exact: true }).click()
    const overlay = page.getByRole('dialog', { name: 'Almost Done!' })
    await overlay
      .getByLabel('E-mail')
      .fill(`people.${bob.name.slice('People '.length)}@example.com`)
    await overlay.getByLabel('Password', { exact: true }).fill('nine calm otters')
    await overlay.getByRole('button', { name: 'Current Members - Log In' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report', exact: true })
    const its = dialog.getByRole('radio', { name: /^What .+ wrote/ })
    await expect(dialog).toBeVisible()
    await its.check()
    await dialog.getByRole('radio', { name: 'Something else' }).check()
    await dialog.getByRole('button', { name: 'Report' }).click()
    await expect(card.getByText(/^You reported (.+’s text|a text about this dish)\./)).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toHaveCount(0)
    await page.reload()
    await expect(card.getByText(/^You reported (.+’s text|a text about this dish)\./)).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toHaveCount(0)
    await card.getByRole('button', { name: /^Undo the report/ }).click()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(card.getByText(/^You reported (.+’s text|a text about this dish)\./)).toHaveCount(
      0,
    )
  },
)

test(
  'an author reads why something was taken down, and answers once',
  { tag: '@long' },
  async ({ page }) => {
    const ann = await join(page)
    const { id, itemName } = await savedBy(page, ann)
    const login = await page.request.post('/api/login', { data: await loginOf(514) })
    const admin = (await login.json()) as Member
    const word = 'Please say it kindly.'
    await send(page, admin, '/takedowns', { kind: 'text', id, word })

    await logIn(page, ann)
    await page.setViewportSize(phone)
    await page.goto('/my-page')
    const notice = page.getByRole('region', { name: `Your text on ${itemName}` })
    await expect(notice.getByText(word)).toBeVisible()
    await expectClean(page)
    await notice.getByRole('button', { name: 'Send answer' }).click()
    await expect(notice.getByText('Please fill this in.')).toBeVisible()
    await notice.getByLabel('Your answer').fill('I put it right.')
    const answer = notice.getByRole('button', { name: 'Send answer' })
    const jump = page.getByRole('button', { name: 'Jump to Top' })
    await page.setViewportSize({ ...phone, height: 260 })
    await answer.evaluate((button) => {
      ;(document.activeElement as HTMLElement).blur()
      button.scrollIntoView()
    })
    await expect(jump).toBeVisible()
    await answer.focus()
    await expect(jump).toBeHidden()
    await page.setViewportSize(phone)
    await answer.click()
    await expect(notice.getByText('Thanks. We’ll read it.')).toBeVisible()
    await expect(notice.getByRole('heading')).toBeFocused()
    await page.reload()
    await expect(notice.getByText('I put it right.')).toBeVisible()
    await expect(notice.getByRole('button')).toHaveCount(0)
    await expectClean(page)

    const restored = await page.request.delete('/api/takedowns', {
      data: { kind: 'text', id },
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    expect(restored.status()).toBe(200)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: ann.name })).toBeVisible()
    await expect(notice).toHaveCount(0)
  },
)

test(
  'who is taken down puts bio, picture and name right on My Page',
  { tag: '@long' },
  async ({ page }) => {
    const ann = await join(page)
    const headers = { Authorization: `Bearer ${ann.token}` }
    const login = await page.request.post('/api/login', { data: await loginOf(514) })
    const admin = (await login.json()) as Member
    const kind = `Kind ${ann.name}`
    await page.request.put('/api/user/display-name', {
      data: { userName: `Rude ${ann.name}` },
      headers,
    })
    await page.request.put('/api/user/bio', { data: { bio: 'Rude bio' }, headers })
    const word = 'Please say it kindly.'
    await send(page, admin, '/takedowns', { kind: 'member', id: ann.id, word })

    await logIn(page, ann)
    await page.setViewportSize(phone)
    await page.goto('/my-page')
    const notice = page.getByRole('region', { name: 'Your account was taken down' })
    await expect(notice).toContainText('You can put your name, bio or picture right.')
    // Nobody is served the picture of who is taken down.
    await expectClean(page, { expected: /404/ })
    await page.getByRole('button', { name: 'Edit bio' }).click()
    await page.getByLabel('Bio').fill('Kind bio')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Bio saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Change your picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your picture' })
    const buffer = Buffer.from(await makePhoto({ colour: '#2060c0' }))
    await dialog
      .getByLabel('Photo file')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
    await dialog.getByRole('button', { name: 'Save photo' }).click()
    await expect(dialog).toHaveCount(0)

    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('link', { name: 'Change that' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Your name').fill(kind)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`You are ${kind} now.`)).toBeVisible()
    await page.getByRole('link', { name: 'BACK' }).click()
    await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible()
    await notice.getByLabel('Your answer').fill('I put it right.')
    await notice.getByRole('button', { name: 'Send answer' }).click()
    await expect(notice.getByText('Thanks. We’ll read it.')).toBeVisible()
  },
)
