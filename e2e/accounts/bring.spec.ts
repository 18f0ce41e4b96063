import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as path } from 'node:path'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, type Member, save, send } from '../members.ts'
import { linkIn } from '../newcomer.ts'
import { yolo } from '../site/operator.ts'
import { choose, field, open, type Place, restaurants, takeout } from './brought-places.ts'

// Places that a member saved elsewhere become favorites.

const article = (page: Page, name: string | RegExp) => page.getByRole('article', { name })

type Favorite = { itemName: string; restaurantName: string; yolos: { description: string }[] }

async function myPage(page: Page, { token }: Member): Promise<Favorite[]> {
  const answer = await page.request.get('/api/my-page', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return (await answer.json()).items
}

const favoritesOf = async (page: Page, member: Member) =>
  (await myPage(page, member))
    .map(({ itemName, restaurantName }) => `${itemName} at ${restaurantName}`)
    .sort()

test.use({ viewport: { width: 390, height: 844 } })

test('places of a file are found, and what one had there is chosen, looked at and saved', async ({
  page,
}) => {
  const member = await open(page)
  const [one, two] = (await restaurants(page)) as [Place, Place]
  const zip = zipSync({
    'Takeout/Maps (your places)/Saved Places.json': strToU8(String(takeout([one, two]).buffer)),
  })
  await choose(page, { name: 'takeout.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await expect(page.getByText('Of 2 places, we found 2 here, 2 of them for sure.')).toBeVisible()

  // Enter leads from one field to the next, and the category is guessed.
  await field(page, one.name).fill('Grandma’s cheeseburger')
  await field(page, one.name).press('Enter')
  await expect(article(page, `Grandma’s cheeseburger at ${one.name}`)).toContainText('Burgers')
  await expect(field(page, two.name)).toBeFocused()
  await field(page, two.name).fill('Xyzzy 7')
  await page.getByRole('article', { name: two.name }).getByLabel('Category').selectOption('Dessert')
  await field(page, two.name).press('Enter')
  await expect(page.getByText('Burgers: 1 of 3')).toBeVisible()
  await expectClean(page)

  // Closing the page loses nothing.
  await page.reload()
  await expect(page.getByText('2 dishes chosen')).toBeVisible()
  expect(await favoritesOf(page, member)).toEqual([])
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Save these 2?' })
  await expect(review).toContainText(member.name)
  await expectClean(page)
  await review.getByRole('button', { name: 'Save 2 favorites' }).click()
  await expect(page.getByText('2 favorites saved.')).toBeVisible()
  expect(await favoritesOf(page, member)).toEqual(
    [`Grandma’s cheeseburger at ${one.name}`, `Xyzzy 7 at ${two.name}`].sort(),
  )
})

test(
  'that one must verify first is said no more once one has, in another tab',
  { tag: '@long' },
  async ({ page, context }) => {
    const member = await join(page)
    await logIn(page, { ...member, verified: false } as Member)
    await save(page, member, `One ${member.id}`)
    await page.goto('/account/bring')
    const places = (await restaurants(page)).slice(0, 6)
    const one = places.at(-1)!
    await choose(page, takeout(places))
    await field(page, one.name).fill('Margherita')
    await field(page, one.name).press('Enter')
    const chosen = article(page, `Margherita at ${one.name}`)
    await chosen.getByRole('button', { name: 'Save' }).click()
    const first = page.getByText(/you must verify by e-mail first/)
    await expect(first).toBeInViewport()

    const other = await context.newPage()
    await other.goto(await linkIn('verification-success', member.email))
    await expect(other.getByText(/verified/i).first()).toBeVisible()
    await expect(first).toBeHidden()
    await chosen.getByRole('button', { name: 'Save' }).click()
    await expect(chosen).toContainText('Saved')
  },
)

test(
  'a note of the file reminds of the dish, and names of other places’ dishes stand apart',
  { tag: '@long' },
  async ({ page }) => {
    await open(page)
    const [one] = (await restaurants(page)) as [Place]
    await choose(page, takeout([{ ...one, review: 'The <b>smashed</b> one' }]))
    await expect(article(page, one.name)).toContainText('You wrote: “The <b>smashed</b> one”')
    await expect(field(page, one.name)).toHaveValue('')
    await field(page, one.name).fill('burger')
    const elsewhere = page.getByRole('group', { name: 'Names used elsewhere' })
    await expect(elsewhere.getByRole('button').first()).toBeVisible()
    await expect(page.getByText('Names used elsewhere')).toBeVisible()
    const here = page.getByRole('group', { name: 'Dishes that others saved' })
    for (const name of await elsewhere.getByRole('button').allTextContents())
      await expect(here.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expectClean(page)
  },
)

test(
  'a review of our own export is shown before it is saved',
  { tag: '@long' },
  async ({ page }) => {
    const member = await open(page)
    const [{ id: placeId, name }] = (await restaurants(page)) as [Place & { id: string }]
    const maker = await join(page)
    const itemName = `+Fries ${maker.id}`
    const review = `=So crisp.\n\n${'word '.repeat(50)}END`
    await send(page, maker, '/yolos', { placeId, categoryId: 4, itemName, description: review })
    const answer = await page.request.get(`/api/users/${maker.id}/export?format=csv`)
    const buffer = await answer.body()
    await choose(page, { name: 'yolo-favorites.csv', mimeType: 'text/csv', buffer })
    const words = page.getByText(`With this review: “${review}”`)
    await expect(article(page, name).locator(words)).toBeVisible()
    await expect(field(page, name)).toHaveValue(itemName)
    await field(page, name).press('Enter')
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this one?' })
    await expect(dialog.locator(words)).toBeVisible()
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Save 1 favorite' }).click()
    await expect(page.getByText('1 favorite saved.')).toBeVisible()
    const [saved] = await myPage(page, member)
    expect(saved!.yolos[0]!.description).toBe(review)
  },
)

test(
  'finding that stopped for want of a network goes on by itself',
  { tag: '@long' },
  async ({ page }) => {
    await open(page)
    await page.route('**/api/saved-places/match', (route) => route.abort())
    await choose(page, takeout((await restaurants(page)).slice(0, 2)))
    await expect(page.getByText('Stopped finding restaurants: 0 of 2 places.')).toBeVisible()
    await expectClean(page, { expected: /ERR_FAILED/ })
    await page.unroute('**/api/saved-places/match')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Of 2 places, we found 2 here')).toBeVisible()
  },
)

test(
  'to add a missing restaurant leaves the draft of a favorite as it is',
  { tag: '@long' },
  async ({ page }) => {
    await open(page)
    const begun = { name: 'Half Typed', address: '', pin: null, placeId: '' }
    await page.evaluate(
      (draft) => sessionStorage.setItem('add-yolo', draft),
      JSON.stringify({ missing: begun }),
    )
    await page.goto('/account/bring')
    await choose(
      page,
      takeout([{ name: 'The Missing Spoon', latitude: 44.98, longitude: -93.26, review: 'Soup!' }]),
    )
    await page.getByText('Not found here: 1 place').click()
    await expect(page.getByText('You wrote: “Soup!”')).toBeVisible()
    await page.getByRole('button', { name: 'Add this restaurant The Missing Spoon' }).click()
    const form = page.getByRole('dialog', { name: 'Add a missing restaurant' })
    await expect(form.getByLabel('Name')).toHaveValue('The Missing Spoon')
    await expect(form.getByText('Its pin is where your file has it.')).toBeVisible()
    await form.getByLabel('Address').fill('9 Spoon Street')
    await expectClean(page)
    await form.getByRole('button', { name: 'BACK' }).click()
    const draft = await page.evaluate(() => sessionStorage.getItem('add-yolo') ?? '{}')
    expect(JSON.parse(draft).missing).toEqual(begun)

    // What was typed is there when the form is opened again, and a link doesn't lose it unasked.
    await page.getByRole('button', { name: 'Add this restaurant The Missing Spoon' }).click()
    await expect(form.getByLabel('Address')).toHaveValue('9 Spoon Street')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked).toBeVisible()
    await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(asked).toBeHidden()
    await page.getByRole('button', { name: 'Leave it The Missing Spoon' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL(/\/home/)
  },
)

test('a dish that is typed and not chosen yet isn’t lost by a link, unasked', async ({ page }) => {
  await open(page)
  const [one] = (await restaurants(page)) as [Place]
  await choose(page, takeout([one]))
  await field(page, one.name).fill('Xyzzy 7')
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await home.click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, one.name)).toHaveValue('Xyzzy 7')
  await field(page, one.name).fill('')
  await home.click()
  await expect(page).toHaveURL(/\/home/)
})

test(
  'what was skipped comes back, a missing restaurant is added, and a log-out forgets the rest',
  { tag: '@long' },
  async ({ page }) => {
    const member = await open(page)
    await expectClean(page)
    const [one] = (await restaurants(page)) as [Place]
    const museum = {
      name: 'Museum of Nothing',
      latitude: 44.98,
      longitude: -93.26,
      address: '1 Art Street',
    }
    await choose(page, takeout([one, museum]))
    await field(page, one.name).fill('Half a na')
    await page.getByRole('button', { name: `Skip ${one.name}` }).click()
    await expect(field(page, one.name)).toHaveCount(0)
    await page.getByRole('button', { name: 'Show what you skipped (1)' }).click()
    await expect(field(page, one.name)).toHaveValue('Half a na')

    await page.getByText('Not found here: 1 place').click()
    await expectClean(page)
    await page.getByRole('button', { name: 'Add this restaurant Museum of Nothing' }).click()
    const form = page.getByRole('dialog', { name: 'Add a missing restaurant' })
    await expect(form.getByLabel('Address')).toHaveValue('1 Art Street')
    await form.getByRole('button', { name: 'Add restaurant' }).click()
    await expect(page.getByText('Museum of Nothing is added, and stands above.')).toBeVisible()
    await field(page, 'Museum of Nothing').fill('Latte')
    await field(page, 'Museum of Nothing').press('Enter')
    await article(page, /^Latte at/)
      .getByRole('button', { name: 'Save' })
      .click()
    await expect(article(page, /^Latte at/)).toContainText('Saved')
    expect(await favoritesOf(page, member)).toContain('Latte at Museum of Nothing')

    const kept = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    expect(await kept()).toContain('favorites-import')
    await page.goto('/logout')
    await page.waitForURL('**/home')
    await expect.poll(kept).not.toContain('favorites-import')
  },
)

test(
  'a file that can’t be read says so, and a fourth of a category isn’t chosen',
  { tag: '@long' },
  async ({ page }) => {
    await open(page)
    await choose(page, {
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from([255, 216, 255, 224, 0, 1]),
    })
    await expect(page.getByText('“photo.jpg” isn’t a kind of file that we read.')).toBeVisible()
    const places = (await restaurants(page)).slice(0, 4)
    await choose(page, takeout(places))
    await expect(page.getByText('Of 4 places, we found 4 here')).toBeVisible()
    for (const { name } of places) {
      await field(page, name).fill('Secret burger')
      await field(page, name).press('Enter')
    }
    await expect(page.getByText('You have your three burgers.')).toBeVisible()
    await expect(page.getByText('Burgers: 3 of 3')).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: 'Forget these places' }).click()
    await page.getByRole('button', { name: 'Forget them' }).click()
    await expect(page.getByText('Where do I get such a file?')).toBeVisible()
  },
)

const dishes = [
  ['Margherita', 'Pepperoni pizza', 'White pizza'],
  ['Smashburger', 'Bacon cheeseburger', 'Veggie burger'],
  ['Al pastor tacos', 'Bean burrito', 'Torta'],
  ['Flat white', 'Cold brew', 'Espresso'],
  ['Apple pie', 'Brownie', 'Cheesecake'],
  ['Hazy IPA', 'Stout', 'Pilsner'],
  ['Shoyu ramen', 'Pad thai', 'Green curry'],
  ['Pancakes', 'French toast', 'Omelette'],
  ['Buffalo wings', 'Nachos', 'Cheese curds'],
  ['Truffle fries', 'Coleslaw', 'Onion rings'],
]

test(
  'thirty favorites of a Takeout file of 300 places, in a town without dishes',
  { tag: '@long' },
  async ({ page }) => {
    const at = (n: number) => ({
      latitude: 46.87 + Math.floor(n / 15) * 0.004,
      longitude: -96.8 + (n % 15) * 0.006,
    })
    const names = Array.from(
      { length: 225 },
      (_, n) => `${['Golden', 'Old', 'Lucky'][n % 3]} Spoon ${n} House`,
    )
    const folder = await mkdtemp(path(tmpdir(), 'bring-'))
    const file = path(folder, 'restaurants.geojson')
    const features = names.map((name, n) => ({
      type: 'Feature',
      id: `node/${7_000_000 + n}`,
      geometry: { type: 'Point', coordinates: [at(n).longitude, at(n).latitude] },
      properties: { '@id': `node/${7_000_000 + n}`, name, amenity: 'restaurant' },
    }))
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }))
    await yolo('import-places', file)

    const member = await open(page)
    const away = Array.from({ length: 75 }, (_, n) => ({
      name: `Hall of Art ${n}`,
      latitude: 46.8,
      longitude: -96.8 + n / 500,
    }))
    const start = Date.now()
    let taps = 1
    await choose(page, takeout([...names.map((name, n) => ({ name, ...at(n) })), ...away]))
    await expect(
      page.getByText('Of 300 places, we found 225 here, 225 of them for sure.'),
    ).toBeVisible()
    await page
      .getByRole('textbox', { name: /^What did you have at/ })
      .first()
      .click()
    taps += 1
    for (const dish of dishes.flat()) {
      await page.keyboard.type(dish)
      await page.keyboard.press('Enter')
      taps += 1
    }
    await expect(page.getByText('30 dishes chosen')).toBeVisible()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save 30 favorites' }).click()
    taps += 2
    await expect(page.getByText('30 favorites saved.')).toBeVisible()
    expect(await favoritesOf(page, member)).toHaveLength(30)
    // A tap for each favorite and four more. Someone who types forty words a minute needs three minutes.
    expect(taps).toBe(34)
    console.log(
      `    30 favorites in ${((Date.now() - start) / 1000).toFixed(1)} s with ${taps} taps`,
    )
  },
)
