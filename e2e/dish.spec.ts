import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save, send, verify } from './members.ts'
import { Newcomer } from './newcomer.ts'

test('a dish has its page: found from a card, read to the end, reported, taken back, gone for everyone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/burgers/minneapolis-mn-us')
  const others = page.getByRole('link', { name: /^\d+ others$/ }).first()
  // A card below the first screen has no inner text yet.
  const count = Number(/\d+/.exec((await others.textContent())!)?.[0])
  await others.click()
  await expect(page).toHaveURL(/\/dish\/\d+#reasons$/)
  await expect(page.getByRole('heading', { name: `Saved by ${count + 1} members` })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Burgers near / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Why this rank' })).toContainText(
    /It has \d+ upvotes? and is a favorite of \d+ members?\./,
  )
  await expect(page.getByRole('link', { name: 'Save it to your three' })).toHaveAttribute(
    'href',
    /^\/add-yolo\?restaurant=\d+&category=3&item=\d+$/,
  )

  const ann = await join(page)
  const name = `Patty Melt ${ann.id}`
  await verify(page, ann)
  const { itemId } = await save(page, ann, name)
  const reader = new Newcomer()
  await reader.join(page)
  await page.goto(`/dish/${itemId}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const more = page.getByRole('button', { name: `More about ${name}` })
  // Undoes the report before the server has answered it.
  let answer!: () => void
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/items/*/expired', async (route) => {
    if (route.request().method() === 'POST') await answered
    await route.continue()
  })
  await more.click()
  await page.getByRole('button', { name: 'No longer on the menu' }).click()
  await expect(page.getByText('Thanks for reporting')).toBeVisible()
  const undone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: `Undo the report of ${name}` }).click()
  await expect(page.getByText('Thanks for reporting')).toBeHidden()
  answer()
  await undone
  await page.reload()
  await expect(page.getByRole('button', { name: /Tap to Upvote/ })).toBeVisible()
  await expect(page.getByText('Thanks for reporting')).toBeHidden()

  // A report that fails isn't shown as stored, whether or not the member undid it meanwhile.
  await page.unroute('**/api/items/*/expired')
  let cut!: () => void
  const dead = new Promise<void>((resolve) => (cut = resolve))
  await page.route('**/api/items/*/expired', async (route) => {
    await dead
    await route.fulfill({ status: 500, json: { error: 'broken', message: 'It broke.' } })
  })
  await more.click()
  await page.getByRole('button', { name: 'No longer on the menu' }).click()
  await page.getByRole('button', { name: `Undo the report of ${name}` }).click()
  const failed = page.waitForResponse((response) => response.status() === 500)
  cut()
  await failed
  await expect(page.getByText('Thanks for reporting')).toBeHidden()
  await more.click()
  await page.getByRole('button', { name: 'No longer on the menu' }).click()
  await expect(page.getByText('It broke.')).toBeVisible()
  await expect(page.getByText('Thanks for reporting')).toBeHidden()
  await page.unroute('**/api/items/*/expired')

  for (let n = 0; n < 5; n++) {
    const member = await join(page)
    await verify(page, member)
    await send(page, member, `/items/${itemId}/expired`, {})
  }
  await page.reload()
  await expect(page.getByText('Members say it’s no longer on the menu')).toBeVisible()
  await expect(page.getByText('Votes are off')).toBeVisible()
  await expect(page.getByRole('button', { name: /Tap to Upvote/ })).toBeHidden()
  await expectClean(page, { expected: /net::ERR_|500/ })
})

test(
  'a dish that nobody keeps any more says so where its rank was',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const ann = await join(page)
    await verify(page, ann)
    const { id, itemId } = await save(page, ann, `Left Behind ${ann.id}`)
    const nobody = page.getByText('Nobody has it among their favorites now.')
    await page.goto(`/dish/${itemId}`)
    await expect(page.getByRole('link', { name: /^Burgers near / })).toBeVisible()
    await expect(nobody).toBeHidden()
    const answer = await page.request.delete(`/api/yolos/delete/${id}`, {
      headers: { Authorization: `Bearer ${ann.token}` },
    })
    expect(answer.status()).toBe(200)
    // A page may be a second or two old (rules: freshness).
    await expect(async () => {
      await page.reload()
      await expect(nobody).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectClean(page)
  },
)

test('a restaurant that has closed says so, without hours and votes; one’s report can be taken back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const ann = await join(page)
  await verify(page, ann)
  const { id, placeId } = await send(page, ann, '/restaurants', {
    name: `Short Lived ${ann.id}`,
    address: '1 Elm Street',
    latitude: 44.9,
    longitude: -93.2,
  })
  await page.request.post('/api/yolos', {
    data: { placeId, categoryId: 3, itemName: 'Last Burger' },
    headers: { Authorization: `Bearer ${ann.token}` },
  })
  await logIn(page, ann)
  await page.goto(`/restaurant/${id}`)
  const report = page.getByRole('button', { name: 'Report as permanently closed' })
  await report.click()
  await page.getByRole('button', { name: 'Yes, report it' }).click()
  await expect(page.getByText('Thanks for reporting')).toBeVisible()
  await expect(page.getByText('Members say it has closed')).toBeHidden()
  await page.getByRole('button', { name: /^Undo the report of Short Lived/ }).click()
  await expect(report).toBeVisible()

  for (let n = 0; n < 5; n++) {
    const member = await join(page)
    await verify(page, member)
    await send(page, member, `/restaurants/${id}/closed`, {})
  }
  await page.reload()
  await expect(page.getByText('Members say it has closed').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeHidden()
  await expectClean(page)
})

for (const at of ['dish', 'restaurant'] as const)
  test(
    `the page of a ${at} is shared by the device, or its address is copied`,
    { tag: '@long' },
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/burgers/minneapolis-mn-us')
      const href = await page.locator(`article a[href^="/${at}/"]`).first().getAttribute('href')
      const address = new URL(href!, page.url()).href
      await page.goto(address)
      const share = page.getByRole('button', { name: 'Share', exact: true })
      await share.click()
      await expect(page.getByText('Link copied.')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
      await expectClean(page)

      // A device with a share sheet.
      await page.addInitScript(() => {
        const shared: unknown[] = []
        Object.assign(window, { shared })
        Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) })
      })
      await page.reload()
      await share.click()
      const shared = () => page.evaluate(() => (window as unknown as { shared: object[] }).shared)
      await expect.poll(shared).toEqual([expect.objectContaining({ url: address })])
      await expect(page.getByText('Link copied.')).toBeHidden()

      // One that refuses leaves the copy, and a browser that forbids copying shows the address.
      await page.evaluate(() => {
        const refuse = () => Promise.reject(new Error('No.'))
        Object.assign(navigator, { share: refuse })
        Object.assign(navigator.clipboard, { writeText: refuse })
      })
      await share.click()
      await expect(page.getByText(`Here is your link: ${address}`)).toBeVisible()
    },
  )
