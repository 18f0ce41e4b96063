import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, handlesClicks, loadUntil, test } from './checks.ts'
import { join, logIn, send, type Member } from './members.ts'
import { linkIn } from './newcomer.ts'
import { loginOf } from './site/operator.ts'

const phone = { width: 390, height: 844 }
const days = (n: number) =>
  new Date(Date.now() + n * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)

async function photoOn(page: Page, as: Member, yoloId: number) {
  const create = { width: 640, height: 480, channels: 3, background: '#2060c0' } as const
  const answer = await page.request.post(`/api/yolo-image/${yoloId}/image/upload`, {
    multipart: {
      file: {
        name: 'a.jpg',
        mimeType: 'image/jpeg',
        buffer: await sharp({ create }).jpeg().toBuffer(),
      },
    },
    headers: { Authorization: `Bearer ${as.token}` },
  })
  expect(answer.status()).toBe(200)
}

test(
  'who deletes a favorite or its photo is told which entries go too',
  { tag: '@long' },
  async ({ page }) => {
    const admin = await page.request.post('/api/login', { data: await loginOf(514) })
    const boss = (await admin.json()) as Member
    const title = `Entries of ${Date.now()}`
    // No other journey saves favorites there.
    const area = { name: 'Los Angeles', latitude: 34.05, longitude: -118.24, miles: 10 }
    const { id } = await send(page, boss, '/contests', {
      title,
      prize: 'A spatula',
      area,
      categories: [],
      eligibility: 'Everyone',
      opensAt: new Date().toISOString(),
      closesAt: `${days(2)}:00.000Z`,
      drawsAt: `${days(3)}:00.000Z`,
    })
    const member = await join(page)
    await send(page, member, '/save-location', { latitude: 34.05, longitude: -118.24 })
    const near = 'latitude=34.05&longitude=-118.24&category=3'
    const { nearBy } = await (await page.request.get(`/api/yolos?${near}`)).json()
    const saved = await send(page, member, '/yolos', { itemId: nearBy[0].id, categoryId: 3 })
    await photoOn(page, member, saved.id)
    await logIn(page, member)
    for (const { width, theme } of [
      { width: 390, theme: 'light' },
      { width: 1280, theme: 'dark' },
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme: theme })
      await page.goto('/my-page')
      for (const [button, entries] of [
        ['Remove photo', 4],
        ['Delete Yolo', 5],
      ] as const) {
        if (button === 'Remove photo')
          await page.getByRole('button', { name: /^Yolo Settings/ }).click()
        await page.getByRole('button', { name: button }).click()
        const dialog = page.getByRole('alertdialog')
        await expect(dialog).toContainText(`Its ${entries} entries in ${title} go too.`)
        await expectClean(page)
        await dialog.getByRole('button', { name: 'Back' }).click()
      }
    }
    // The page's count follows a deletion and its Undo.
    const own = page.getByRole('region', { name: title })
    await page.getByRole('button', { name: 'Delete Yolo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(own).toContainText('What was saved before the opening doesn’t count.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(own).toContainText('You have 5 entries')
    // Journeys that come later find no open contest.
    await send(page, boss, `/contests/${id}/close`, {})
  },
)

test(
  'a member enters with a photo, an admin closes and draws, a reader checks it, and the winner answers',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    test.slow()
    const boss = await (await browser.newContext({ baseURL })).newPage()
    const login = await boss.request.post('/api/login', { data: await loginOf(514) })
    await logIn(boss, (await login.json()) as Member)

    // The admin makes the contest.
    const title = `Burgers of ${Date.now()}`
    await boss.goto('/admin/contests')
    await boss.getByText('Make a contest').click()
    const make = boss.getByRole('button', { name: 'Make this contest' })
    await make.click()
    await expect(boss.getByRole('heading', { name: 'Please check this' })).toBeVisible()
    // Every error is said at once, beside its field and in the summary, and each names its field.
    const errors = await boss.getByRole('link', { name: /^Please give/ }).allTextContents()
    expect(new Set(errors).size).toBe(7)
    // They stand in the order of the fields.
    const named = (words: string) => errors.findIndex((error) => error.includes(words))
    expect(named('the closing')).toBeGreaterThan(named('who may take part'))
    expect(named('the drawing')).toBeGreaterThan(named('the closing'))
    await expect(boss.getByRole('group', { name: /^Categories that count/ })).toBeVisible()
    await expect(boss.getByText(/^In your time zone, /)).toHaveCount(3)
    await boss.getByLabel('Title').fill(title)
    await boss.getByLabel('Prize').fill('A golden spatula')
    await boss.getByRole('combobox', { name: 'Middle of the area' }).fill('Minneap')
    await boss.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
    await expect(boss.getByText('The middle is at 44.98')).toBeVisible()
    await expect(boss.getByLabel('Name of the area')).toHaveValue('Minneapolis')
    // The map moves the middle, and the name that was typed stays.
    await boss.getByRole('button', { name: 'Place it on the map' }).click()
    const pin = boss.getByRole('button', { name: /the arrow keys move it/ })
    await pin.focus()
    await boss.keyboard.press('Shift+ArrowUp')
    await expect(boss.getByText('The middle is at 44.98, -93')).toBeHidden()
    await expect(boss.getByLabel('Name of the area')).toHaveValue('Minneapolis')
    await boss.getByLabel('Who may take part').fill('People of Minneapolis')
    await boss.getByText('Burgers', { exact: true }).click()
    await boss.getByLabel('Closes').fill(days(2))
    await boss.getByLabel('Drawing').fill(days(3))
    await expectClean(boss)
    await make.click()
    await expect(boss).toHaveURL(/\/admin\/contests\/\d+$/)
    await expect(boss.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const address = `/contests/${boss.url().split('/').at(-1)}`

    // The member enters with a photo.
    const member = await join(page)
    const { email } = member as Member & { email: string }
    await page.goto(await linkIn('verification-success', email))
    await page.getByRole('button', { name: 'Verify my e-mail' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    await logIn(page, { ...member, verified: true } as Member)
    const saved = await send(page, member, '/yolos', {
      placeId: 'demo:lucy-gus',
      categoryId: 3,
      itemName: `Winning burger ${Date.now()}`,
    })
    await photoOn(page, member, saved.id)
    await page.setViewportSize(phone)
    await page.goto('/my-page')
    const own = page.getByRole('region', { name: title })
    await expect(own).toContainText('You have 5 entries, which wait for one answer.')
    await expectClean(page)
    // A mistaken answer can be taken back, either one.
    await own.getByRole('button', { name: 'Yes, I may' }).click()
    await expect(own).toContainText('You have 5 entries to win: A golden spatula.')
    await expectClean(page)
    await own.getByRole('button', { name: 'I may not after all' }).click()
    await expect(own).toContainText('so your 5 entries don’t count.')
    await expectClean(page)
    await own.getByRole('button', { name: 'I may after all' }).click()
    await expect(own).toContainText('You have 5 entries to win: A golden spatula.')

    // The admin closes the contest and draws the winner.
    await boss.reload()
    await expect(boss.getByText('5 of')).toBeVisible()
    for (const step of ['Close it', 'Draw']) {
      if (step === 'Draw') {
        // The announced day hasn't come, and without the value nobody is asked whether to draw.
        await expect(
          boss.getByText(/^The drawing is announced for .*which hasn’t come yet/),
        ).toBeVisible()
        await boss.getByRole('button', { name: step, exact: true }).click()
        const value = boss.getByLabel('The public value')
        await expect(value).toBeFocused()
        await expect(boss.getByText('Type in the value that was announced.')).toBeVisible()
        await expect(boss.getByRole('alertdialog')).toBeHidden()
        await value.fill('5,987.37')
        // The entries can be fetched first, and the value stays.
        const fetched = boss.waitForEvent('download')
        const fetch = boss.getByRole('button', { name: 'Export as CSV' })
        await fetch.click()
        expect((await fetched).suggestedFilename()).toMatch(/^contest-\d+\.csv$/)
        await expect(fetch).not.toHaveAttribute('aria-disabled')
        await expect(value).toHaveValue('5,987.37')
      }
      await boss.getByRole('button', { name: step, exact: true }).click()
      if (step === 'Draw')
        await expect(boss.getByRole('alertdialog')).toContainText(
          /The value “5,987.37” is mixed in. It was announced as “.*which hasn’t come yet/,
        )
      await boss.getByRole('alertdialog').getByRole('button', { name: step, exact: true }).click()
      await expect(boss.getByRole('alertdialog')).toBeHidden()
    }
    const winners = boss.getByRole('region', { name: 'Winners' })
    await expect(winners).toContainText(member.name)
    await expect(winners).toContainText('May still answer')
    await expectClean(boss)

    // A reader checks the drawing, and can read how to do so without scripts.
    const reader = await (await browser.newContext({ baseURL })).newPage()
    await reader.goto(address)
    await handlesClicks(reader)
    await reader.getByRole('button', { name: 'Check this drawing' }).click()
    await expect(
      reader.getByText(/^You have just checked this drawing yourself: entry [1-5] of 5$/),
    ).toBeVisible()
    await expect(reader.getByText('The value announced as')).toContainText('5,987.37')
    await expect(reader.getByText('Changed after the opening')).toBeVisible()
    await expect(reader.getByText(member.name)).toHaveCount(0)
    await expectClean(reader)
    const bare = await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage()
    await bare.goto(address)
    await expect(bare.getByText('How to check it by hand')).toBeVisible()
    const [list] = await Promise.all([
      bare.waitForResponse(`**/api${address}`),
      bare.getByRole('link', { name: 'All their numbers' }).click(),
    ])
    expect((await list.json()).entries).toHaveLength(5)
    await bare.goto(address)
    await reader.route(`**/api${address}?entries=false`, async (route) => {
      const told = await (await route.fetch()).json()
      await route.fulfill({ json: { ...told, draws: [{ ...told.draws[0], entry: 1 }] } })
    })
    await reader.goto('/contest1')
    await reader.getByRole('link', { name: title }).click()
    await reader.getByRole('button', { name: 'Check this drawing' }).click()
    await expect(reader.getByRole('alert')).toHaveText(/doesn’t match what was published/)
    await reader.goto('/admin/contests')
    await expect(reader.getByRole('heading', { name: 'Access denied.' })).toBeVisible()

    // The winner accepts the prize.
    await page.goto(address)
    const won = page.getByRole('region', { name: 'Your entries' })
    await expect(won).toContainText('you won A golden spatula')
    // A slip doesn't give the prize away, and one who declined can still accept.
    const decline = won.getByRole('button', { name: 'Decline' })
    const asked = page.getByRole('alertdialog', { name: 'Decline the prize?' })
    await decline.click()
    await expectClean(page)
    await asked.getByRole('button', { name: 'Back' }).click()
    await expect(decline).toBeFocused()
    await decline.click()
    await asked.getByRole('button', { name: 'Decline' }).click()
    await expect(won.getByRole('status').filter({ hasText: 'You declined' })).toBeFocused()
    await expectClean(page)
    await page.reload()
    await won.getByLabel('Show my name').check()
    await won.getByRole('button', { name: 'I accept after all' }).click()
    await expect(won).toContainText('You accepted your prize')
    await won.getByRole('button', { name: 'Don’t show my name' }).click()
    await expect(won).toContainText('Your name isn’t shown.')
    await won.getByRole('button', { name: 'Show my name' }).click()
    await expect(won).toContainText('Your name is shown on the contest’s page.')
    await expectClean(page)
    await loadUntil(
      () => bare.reload(),
      () => bare.getByText(`The winner: ${member.name}.`).isVisible(),
    )
  },
)
