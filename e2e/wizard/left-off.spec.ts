import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, verify } from '../members.ts'
import { question } from './steps.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('what was left off is offered once, shortly, and forgotten only for as long as one likes', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const pale = page.getByText('Hazy Pale isn’t saved yet.')
  const cellar = page.getByText('A favorite · Deep Cellar isn’t saved yet.')
  const field = page.getByRole('combobox', { name: 'Restaurant name' })
  await page.goto('/about')
  await page.evaluate(() => {
    const place = { lat: 44.98, lng: -93.265, name: 'Minneapolis, MN, US' }
    const missing = { name: 'Deep Cellar', address: '1 Stone Steps' }
    localStorage.setItem('location', JSON.stringify(place))
    localStorage.setItem('add-yolo-left', JSON.stringify([{ itemName: 'Hazy Pale' }, { missing }]))
  })
  await page.goto('/add-yolo')
  await question(page, 'Which restaurant?')
  await expect(pale).toBeVisible()
  await expect(cellar).toBeHidden()
  // The question is on the first screen.
  await expect(field).toBeInViewport({ ratio: 1 })
  await expectClean(page)

  await button('Forget it').click()
  await expect(pale).toBeHidden()
  await expect(cellar).toBeVisible()
  await button('Undo').click()
  await expect(pale).toBeVisible()

  await button('1 more').click()
  await expect(cellar).toBeVisible()
  await expectClean(page)
  // What was typed of the missing restaurant is there at once, and the other draft no longer stands above it.
  await button('Continue where you left off').last().click()
  await expect(field).toHaveValue('Deep Cellar')
  await expect(page.getByText('isn’t saved yet')).toHaveCount(0)
  await button('Add a missing restaurant').click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Deep Cellar')
  await expect(page.getByRole('dialog').getByLabel('Address')).toHaveValue('1 Stone Steps')
})

test('a name alone isn’t offered where the member has that favorite', async ({ page }) => {
  const member = await join(page)
  const itemName = `Only Named ${member.id}`
  await save(page, member, itemName)
  await logIn(page, member)
  await page.goto('/about')
  await page.evaluate(
    (drafts) => {
      const place = { lat: 44.98, lng: -93.265, name: 'Minneapolis, MN, US' }
      localStorage.setItem('location', JSON.stringify(place))
      localStorage.setItem('add-yolo-left', JSON.stringify(drafts))
    },
    [
      { itemName, categoryId: 3, by: member.id },
      { itemName: 'Hazy Pale', by: member.id },
      { itemName, categoryId: 10, by: member.id },
    ],
  )
  await page.goto('/add-yolo')
  await expect(page.getByText('Hazy Pale isn’t saved yet.')).toBeVisible()
  await page.getByRole('button', { name: '1 more' }).click()
  await expect(page.getByText(`${itemName} isn’t saved yet.`)).toHaveCount(1)
  await expect(page.getByText('is one of your favorites already')).toHaveCount(0)
  await expectClean(page)
})

test(
  'a review left off here, of a dish saved on another device meanwhile, is saved with it',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const itemName = `Elsewhere ${member.id}`
    // Who isn't verified has no second favorite, so that they are asked to verify first.
    await verify(page, member)
    const { id, itemId } = await save(page, member, itemName)
    const words = await page.request.put('/api/yolos', {
      headers: { Authorization: `Bearer ${member.token}` },
      data: { id, description: 'Written on the other device.' },
    })
    expect(words.status()).toBe(200)
    await logIn(page, member)
    await page.goto('/about')
    const restaurant = { placeId: 'demo:lucy-gus', name: 'Lucy & Gus', address: 'Minneapolis' }
    const review = { description: 'Hot inside.', by: member.id }
    // It was sent from here, too, and its page was closed before the answer.
    const typed = { itemName, restaurant, categoryId: 3, ...review, sent: true }
    await page.evaluate((draft) => {
      const place = { lat: 44.98, lng: -93.265, name: 'Minneapolis, MN, US' }
      localStorage.setItem('location', JSON.stringify(place))
      localStorage.setItem('add-yolo-left', JSON.stringify([{ ...draft, step: 'yolo' }]))
    }, typed)
    await page.goto('/add-yolo')
    await expect(
      page.getByText(`${itemName} · Lucy & Gus is one of your favorites already.`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Continue where you left off' }).click()
    await question(page, 'Why this one?')
    await page.getByRole('button', { name: 'Save Yolo' }).click()
    await expect(page.getByText(`${itemName} is one of your favorites already.`)).toBeVisible()
    await expectClean(page, { expected: /409/ })
    await expect(page.getByText('Written on the other device.')).toBeVisible()
    await page.getByRole('button', { name: 'Replace its review with this one' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Yolo' }).click()
    await page.getByRole('link', { name: 'See it' }).click()
    await expect(page).toHaveURL(`/dish/${itemId}`)
    await expect(page.getByRole('main').getByText('Hot inside.').first()).toBeVisible()
    await page.goto('/add-yolo')
    await question(page, 'Which restaurant?')
    await expect(page.getByText(itemName)).toHaveCount(0)
  },
)
