import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { save } from '../members.ts'
import { choose, field, open, type Place, restaurants, unplaced } from './brought-places.ts'

// Places of a file that doesn't say where they are.

const article = (page: Page, name: string | RegExp) => page.getByRole('article', { name })

test.use({ viewport: { width: 390, height: 844 } })

test(
  'a file that doesn’t say where a place is isn’t said to name its city',
  { tag: '@long' },
  async ({ page }) => {
    const member = await open(page)
    const [one] = (await restaurants(page)) as [Place]
    for (const dish of ['One', 'Two', 'Three']) await save(page, member, `${dish} ${member.id}`)
    await page.evaluate(() =>
      localStorage.setItem(
        'location',
        JSON.stringify({ name: 'Minneapolis, MN, US', lat: 44.98, lng: -93.26 }),
      ),
    )
    await page.reload()
    await choose(page, unplaced(one))
    await expect(article(page, one.name)).toContainText(
      'Likely: near the city you chose last. Your file doesn’t say where it is.',
    )
    // The refusal has the whole width, not that of the category beside the buttons.
    await field(page, one.name).fill('Cheeseburger')
    await field(page, one.name).press('Enter')
    const refusal = await page.getByText(/^You have your three burgers/).boundingBox()
    expect(refusal!.width).toBeGreaterThan(200)
    await expectClean(page)
  },
)

test(
  'places without a position are asked for their city, and looked for again in another one',
  { tag: '@long' },
  async ({ page }) => {
    await open(page)
    const [one] = (await restaurants(page)) as [Place]
    const file = unplaced(one)
    const city = page.getByRole('combobox', { name: 'Their city' })
    const chooseCity = async (typed: string, name: RegExp) => {
      await city.fill(typed)
      await page.getByRole('option', { name }).first().click()
    }
    await choose(page, file)
    await expect(page.getByText('We read 1 place. To find it, we need its city.')).toBeVisible()
    await expect(page.getByText('Not found here')).toHaveCount(0)
    await expectClean(page)

    await chooseCity('Tokyo', /Tokyo/)
    await expect(page.getByText('Of 1 place, we found 0 here.')).toBeVisible()
    await page.getByText('Not found here: 1 place').click()
    await expect(
      page.getByText(/^1 place without a position wasn’t found near Tokyo/),
    ).toBeVisible()
    // The city stays chosen after a reload, and so does the question.
    await page.reload()
    await expect(city).toHaveValue(/Tokyo/)
    await chooseCity('Minneapolis', /Minneapolis, MN/)
    await expect(page.getByText('Of 1 place, we found 1 here.')).toBeVisible()
    await expect(field(page, one.name)).toBeVisible()
    await expect(city).toHaveValue(/Minneapolis/)
    // The lists of the site look where they did.
    expect(await page.evaluate(() => localStorage.getItem('location'))).toBeNull()

    // What the member refused isn't offered again until they choose the file again.
    const refuse = page.getByRole('button', { name: 'Not this one' })
    await field(page, one.name).fill('Half a na')
    await refuse.click()
    await expect(page.getByText('Of 1 place, we found 0 here.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, one.name)).toHaveValue('Half a na')
    await refuse.click()
    await expect(field(page, one.name)).toHaveCount(0)
    await choose(page, file)
    await expect(field(page, one.name)).toHaveValue('Half a na')
    await expectClean(page)
  },
)
