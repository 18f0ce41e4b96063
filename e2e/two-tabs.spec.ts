import type { Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save, verify } from './members.ts'
import { knownIn } from './looks/screens.ts'

const button = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name })

/** Presses a button of a tab in front: behind another, a browser draws a frame a second, for which a click waits. */
async function press(tab: Page, name: string | RegExp) {
  await tab.bringToFront()
  await button(tab, name).click()
}

test('a vote and a follow show in another tab at once', async ({ page, context, baseURL }) => {
  const [ann, bob] = [await join(page), await join(page)]
  await logIn(context, ann)
  const other = await context.newPage()
  const { dish } = await knownIn(baseURL!)
  for (const tab of [page, other]) await tab.goto(`/dish/${dish}`)
  const voteIn = (tab: Page) =>
    tab.getByRole('button', { name: /^(Tap to Upvote|UPVOTED)/ }).first()
  await voteIn(page).click()
  await expect(voteIn(page)).toHaveAccessibleName(/^UPVOTED/)
  const shown = (await voteIn(page).textContent())!
  await expect(voteIn(other)).toHaveText(shown)
  // The other way round, and the same once more.
  await other.bringToFront()
  await voteIn(other).click()
  await expect(voteIn(page)).toHaveAccessibleName(/^Tap to Upvote/)
  await page.bringToFront()
  await voteIn(page).click()
  await expect(voteIn(page)).toHaveAccessibleName(/^UPVOTED/)
  await expect(voteIn(other)).toHaveText(shown)
  expect(await page.evaluate(() => localStorage.getItem('toggled'))).toBeNull()

  for (const tab of [page, other]) await tab.goto(`/user/${bob.id}`)
  await expect(other.getByRole('button', { name: `Follow ${bob.name}` })).toBeVisible()
  await page.getByRole('button', { name: `Follow ${bob.name}` }).click()
  await expect(other.getByRole('button', { name: `Unfollow ${bob.name}` })).toBeVisible()
})

test(
  'words and tags that another tab changed are shown before they are replaced',
  { tag: '@long' },
  async ({ page, context }) => {
    const ann = await join(page)
    await verify(page, ann)
    await logIn(context, ann)
    await save(page, ann, `Two-tab pie ${ann.id}`)
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto('/my-page')
    const dialogOf = (tab: Page) => tab.getByRole('dialog')
    const edit = async (tab: Page, name: RegExp) => {
      const opener = button(tab, /^(Yolo|Close) Settings/)
      await tab.bringToFront()
      if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
      await press(tab, name)
    }
    const review = (tab: Page) => dialogOf(tab).getByLabel('Your review')
    const saveIt = (tab: Page) => press(tab, 'Save Yolo')

    // The page still shows no words.
    await edit(other, /Yolo Text/)
    await review(other).fill('Laptop words.')
    await saveIt(other)
    await expect(other.getByText('Yolo saved.')).toBeVisible()
    await edit(page, /Yolo Text/)
    await review(page).fill('Phone words.')
    await saveIt(page)
    const changed = 'Changed elsewhere meanwhile: “Laptop words.” Saving again replaces it.'
    await expect(dialogOf(page)).toContainText(changed)
    await review(page).fill('Phone words, too.')
    await expect(dialogOf(page)).toContainText(changed)
    await expectClean(page, { expected: /409/ })
    await saveIt(page)
    await expect(page.getByText('Phone words, too.')).toBeVisible()
    await press(page, 'Undo')
    await expect(page.getByText('Laptop words.')).toBeVisible()

    // Undo doesn't replace what another tab saved since, and Back shows what stands.
    await edit(page, /Yolo Text/)
    await review(page).fill('Phone again.')
    await saveIt(page)
    await expect(button(page, 'Undo')).toBeVisible()
    await edit(other, /Yolo Text/)
    await review(other).fill('Laptop again.')
    await saveIt(other)
    await expect(dialogOf(other)).toContainText('“Phone again.”')
    await saveIt(other)
    await expect(dialogOf(other)).toBeHidden()
    await press(page, 'Undo')
    await expect(page.getByText('Changed elsewhere meanwhile: “Laptop again.”')).toBeVisible()
    await edit(page, /Yolo Text/)
    await review(page).fill('Phone, last.')
    await saveIt(page)
    await expect(dialogOf(page)).toContainText('“Laptop again.”')
    await press(page, 'Back')
    await press(page, 'Leave')
    await expect(page.getByRole('article')).toContainText('Laptop again.')

    const tag = (tab: Page, index: number) => dialogOf(tab).getByRole('checkbox').nth(index)
    for (const tab of [page, other]) await edit(tab, /(Add|Edit) Tags/)
    await other.bringToFront()
    await tag(other, 0).check()
    await press(other, 'Save')
    await expect(dialogOf(other)).toBeHidden()
    await page.bringToFront()
    await tag(page, 1).check()
    await press(page, 'Save')
    await expect(dialogOf(page)).toContainText('Changed elsewhere meanwhile: ')
    await tag(page, 0).check()
    await press(page, 'Save')
    await expect(dialogOf(page)).toBeHidden()
    await edit(page, /Edit Tags/)
    await expect(dialogOf(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
    await press(page, 'Back')
  },
)

test(
  'a bio that another tab changed is shown before it is replaced',
  { tag: '@long' },
  async ({ page, context }) => {
    await logIn(context, await join(page))
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto('/my-page')
    const bio = (tab: Page) => tab.getByLabel('Bio', { exact: true })
    for (const tab of [page, other]) await press(tab, 'Add a bio')
    await bio(other).fill('Laptop bio.')
    await press(other, 'Save')
    await expect(bio(other)).toBeHidden()
    await bio(page).fill('Phone bio.')
    await press(page, 'Save')
    await expect(page.getByText('Changed elsewhere meanwhile: “Laptop bio.”')).toBeVisible()
    await expectClean(page, { expected: /409/ })
    await press(page, 'Save')
    await expect(page.getByText('Phone bio.')).toBeVisible()
    await press(page, 'Undo')
    await expect(page.getByText('Laptop bio.')).toBeVisible()
  },
)

test(
  'tags of a favorite that another tab moved to another category say so',
  { tag: '@long' },
  async ({ page, context }) => {
    const ann = await join(page)
    await verify(page, ann)
    await logIn(context, ann)
    const { id } = await save(page, ann, `Moved pie ${ann.id}`)
    await page.goto('/my-page')
    await press(page, /^Yolo Settings/)
    await press(page, 'Add Tags')
    const dialog = page.getByRole('dialog', { name: 'Add tags' })
    await dialog.getByRole('checkbox', { name: 'Cheeseburger' }).check()
    const moved = await page.request.put('/api/yolos/category', {
      data: { yoloId: id, categoryId: 2 },
      headers: { Authorization: `Bearer ${ann.token}` },
    })
    expect(moved.status()).toBe(200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('Its category was changed elsewhere meanwhile')
    await expectClean(page, { expected: /400/ })
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('main').getByRole('heading', { name: 'Pizza' })).toBeVisible()
  },
)
