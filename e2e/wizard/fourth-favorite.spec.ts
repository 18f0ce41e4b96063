import type { Page, Route } from '@playwright/test'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn, save, send, verify } from '../members.ts'
import { file, quarters } from '../photo-files.ts'
import { nameItem, press, question, toCategory, withoutPhoto } from './steps.ts'

// Playwright's trace would fetch the blob: URL of a photo, which the site's CSP forbids.
test.use({ trace: 'off' })

test.beforeEach(({ page }) => stayOnLastPage(page))

test('a fourth favorite takes the place of one only when it is saved, and that can be undone', async ({
  page,
  context,
}) => {
  const member = await join(page)
  await verify(page, member)
  const [one, two, three, four] = ['One', 'Two', 'Three', 'Four'].map(
    (name) => `${name} ${member.id}`,
  )
  for (const name of [one, two, three]) await save(page, member, name!)
  await logIn(page, member)
  await toCategory(page)
  await press(page, 'Swap one of your three in Burgers')
  await nameItem(page, four!)
  await question(page, 'Which tags fit it?')
  await press(page, 'NEXT')
  await page.getByRole('radio', { name: two! }).check()
  await expect(page.getByText(`${two} goes when you save`)).toBeVisible()
  const mine = async () => {
    await page.goto('/my-page')
    await expect(page.getByRole('article')).toHaveCount(3)
    return (await page.getByRole('article').getByRole('heading').allInnerTexts()).toSorted()
  }
  const address = page.url()
  expect(await mine()).toEqual([one, three, two])
  await page.goto(address)
  await page.getByRole('radio', { name: two! }).check()
  const review = page.getByPlaceholder('Tell us why you love it!')
  await review.fill('The best of four.')
  await expectClean(page)
  const beforeAnswer = async (route: Route) => {
    // What is typed once it is sent wouldn't be saved.
    await expect(review).not.toBeEditable()
    await route.continue()
  }
  await page.route('**/api/yolos/swap', beforeAnswer, { times: 1 })
  await press(page, 'Save Yolo')
  await question(page, 'Add a photo?')
  await expect(page.getByText(`${two} made room for it.`)).toBeVisible()
  // A chosen photo isn't lost unasked.
  await page.getByLabel('Photo file').setInputFiles(file(await quarters()))
  const photo = page.getByRole('group', { name: /^Your photo/ })
  await expect(photo).toBeVisible()
  await press(page, 'Undo')
  await expectClean(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(photo).toBeVisible()
  await withoutPhoto(page)
  await expect(page.getByText(`${two} made room for it.`)).toBeVisible()
  await expectClean(page)
  await press(page, 'Undo')
  // The words of the fourth are still there, and so is the question which one should go.
  await question(page, 'Why this one?')
  await expect(
    page.getByText(`${two} is one of your three again, and ${four} isn’t.`),
  ).toBeVisible()
  await expect(review).toHaveValue('The best of four.')
  await expect(page.getByRole('radio', { name: two! })).toBeVisible()
  expect(await mine()).toEqual([one, three, two])

  // From a menu, too, one Undo takes the new one back and brings the other again; also if the save had to wait.
  await page.goto('/add-yolo?step=menu')
  await page.getByRole('button', { name: /^Molten Lucy/ }).click()
  await page.getByRole('radio', { name: two! }).check()
  await context.setOffline(true)
  await press(page, 'Save Yolo')
  await question(page, 'Kept on this device.')
  await context.setOffline(false)
  await question(page, 'Saved. Add words or tags?')
  await expect(page.getByText(`${two} made room for it.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /Take it back$/ })).toBeHidden()
  await press(page, 'Undo')
  await question(page, 'Why this one?')
  await press(page, 'BACK')
  await question(page, 'What did you have at Lucy & Gus?')
  expect(await mine()).toEqual([one, three, two])
})

/** Deletes one of three favorites without a network, and goes on to the step that asks which one makes room. */
async function deleteUnsent(page: Page) {
  const member = await join(page)
  await verify(page, member)
  const [one, two, four] = ['One', 'Two', 'Four'].map((name) => `${name} ${member.id}`)
  await save(page, member, one!)
  const { itemId } = await save(page, member, two!)
  // One of the same name elsewhere stays.
  const elsewhere = { placeId: 'demo:zip-in', categoryId: 3, itemName: two }
  await send(page, member, '/yolos', elsewhere)
  await logIn(page, member)
  const deletion = '**/api/yolos/delete/*'
  await page.route(deletion, (route) => route.abort())
  await page.goto('/my-page')
  const card = page.getByRole('article').filter({ hasText: two! }).filter({ hasText: 'Lucy & Gus' })
  await card.getByRole('button', { name: /Settings/ }).click()
  await card.getByRole('button', { name: 'Delete Yolo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Waiting to be sent: 1.')).toBeVisible()

  await page.goto('/add-yolo')
  await toCategory(page)
  await press(page, 'Swap one of your three in Burgers')
  // Choosing that very dish asks for no room: its deletion is called off, as long as that isn't undone.
  const chip = page.getByRole('group', { name: 'On the list already' }).getByText(two!)
  await chip.click()
  await expect(page.getByText(`${two} stays among your favorites.`)).toBeVisible()
  await expect(chip).toBeDisabled()
  await press(page, 'Undo')
  await expect(chip).toBeEnabled()
  await nameItem(page, four!)
  await question(page, 'Which tags fit it?')
  await press(page, 'NEXT')
  return { member, one, two, four, itemId, deletion }
}

test(
  'a favorite whose deletion waits on the device makes room for the new one',
  { tag: '@long' },
  async ({ page }) => {
    const { two, four, deletion } = await deleteUnsent(page)
    await expect(
      page.getByRole('radio', { name: /You deleted it. That isn’t sent yet/ }),
    ).toBeChecked()
    await expectClean(page, { expected: /ERR_FAILED/ })
    // It stays chosen once its deletion was sent, and nothing else has to go.
    await page.unroute(deletion)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await press(page, 'Save Yolo')
    await question(page, 'Add a photo?')
    await page.goto('/my-page')
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('article').filter({ hasText: four! })).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: two! })).toHaveText(/Zip-In/)
  },
)

test(
  'without a network the new favorite waits behind the deletion of the one that makes room',
  { tag: '@long' },
  async ({ page }) => {
    const { one, two, four, deletion } = await deleteUnsent(page)
    const saves = /\/api\/yolos(\/swap)?$/
    // Only the answers are lost: what is sent too early is refused, which stays the answer to its key.
    await page.route(saves, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, 'Save Yolo')
    await expect(page.getByText('Waiting to be sent: 2.')).toBeVisible()
    await page.unroute(saves)
    await page.unroute(deletion)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await page.goto('/my-page')
    await expect(page.getByRole('article')).toHaveCount(3)
    for (const name of [one!, four!])
      await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(1)
    await expect(page.getByRole('article').filter({ hasText: two! })).toHaveText(/Zip-In/)
  },
)

test(
  'a favorite whose deletion is called off meanwhile doesn’t make room unasked',
  { tag: '@long' },
  async ({ page }) => {
    const { two } = await deleteUnsent(page)
    await page.getByRole('button', { name: 'Show' }).click()
    const waiting = page.getByRole('dialog')
    await waiting.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await waiting.getByRole('button', { name: 'Close' }).last().click()
    await press(page, 'Save Yolo')
    await expect(page.getByRole('heading', { name: 'Which one should go?' })).toBeVisible()
    const three = page.getByRole('group', { name: 'Which one should go?' })
    await expect(three.getByRole('radio')).toHaveCount(3)
    await expect(three.getByRole('radio', { checked: true })).toHaveCount(0)
    await page.goto('/my-page')
    await expect(page.getByRole('article').filter({ hasText: two! })).toHaveCount(2)
  },
)

test(
  'a draft of a dish whose deletion waits asks for no room, and calls that off',
  { tag: '@long' },
  async ({ page }) => {
    const { member, one, two, itemId, deletion } = await deleteUnsent(page)
    const draft = {
      restaurant: { placeId: 'demo:lucy-gus', name: 'Lucy & Gus', address: '' },
      categoryId: 3,
      by: member.id,
    }
    const saves = /\/api\/yolos(\/swap)?$/
    await page.route(saves, (route) => route.abort())
    const begin = async (dish: object) => {
      await page.evaluate(
        (json) => sessionStorage.setItem('add-yolo', json),
        JSON.stringify({ ...draft, ...dish }),
      )
      await page.goto('/add-yolo?step=yolo')
      await question(page, 'Why this one?')
      await expect(page.getByRole('heading', { name: 'Which one should go?' })).toBeHidden()
    }
    await begin({ itemId, itemName: two, description: 'Better than ever.' })
    await press(page, 'Save Yolo')
    await expect(page.getByText(`${two} stays among your favorites.`)).toBeVisible()
    await page.unroute(saves)
    await page.unroute(deletion)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    // Its new words are asked about, and nothing is deleted.
    await expect(page.getByText('1 thing needs your answer.')).toBeVisible()
    await page.goto('/my-page')
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('article').filter({ hasText: one! })).toHaveCount(1)
    await expect(page.getByRole('article').filter({ hasText: two! })).toHaveCount(2)
  },
)
