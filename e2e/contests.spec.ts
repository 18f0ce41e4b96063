import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, test } from './checks.ts'
import { join, logIn, send, verify, type Member } from './members.ts'
import { loginOf } from './site/operator.ts'

const phone = { width: 390, height: 844 }
const days = (n: number) =>
  new Date(Date.now() + n * 24 * 60 * 60 * 1000).toISOString().slice(0, 16)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

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
  'a member enters with a photo, an admin closes and draws, and a reader checks it',
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
    // Every error is said at once, in the order of the fields.
    const errors = await boss.getByRole('link', { name: /^Please / }).allTextContents()
    expect(errors.map((error) => error.replace(/^Please (?:give: )?/, ''))).toEqual([
      'Title.',
      'Prize.',
      'choose a city first.',
      'Who may take part.',
      'Closes (your time).',
      'Drawing (your time).',
    ])
    await expectClean(boss)
    await boss.getByLabel('Title').fill(title)
    await boss.getByLabel('Prize').fill('A golden spatula')
    await boss.getByRole('combobox', { name: 'Middle of the area' }).fill('Minneap')
    await boss.getByRole('option', { name: 'Minneapolis, MN, US' }).click()
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
    await verify(page, member)
    await logIn(page, member)
    const saved = await send(page, member, '/yolos', {
      placeId: 'demo:lucy-gus',
      categoryId: 3,
      itemName: `Winning burger ${Date.now()}`,
    })
    await photoOn(page, member, saved.id)
    await page.setViewportSize(phone)
    await page.goto('/my-page')
    const own = page.getByRole('region', { name: title })
    await expect(own).toContainText(
      'You have 5 entries. This contest is open to: People of Minneapolis. May you take part?',
    )
    await expectClean(page)
    await own.getByRole('button', { name: 'Yes, I may' }).click()
    await expect(own).toContainText('You have 5 entries to win: A golden spatula.')
    await expectClean(page)

    // The admin exports the entries, closes the contest and draws the winner.
    await boss.reload()
    await expect(boss.getByText('Entries that count').locator('..')).toContainText('5')
    const fetched = boss.waitForEvent('download')
    await boss.getByRole('button', { name: 'Export as CSV' }).click()
    expect((await fetched).suggestedFilename()).toMatch(/^contest-\d+\.csv$/)
    const dialog = boss.getByRole('alertdialog')
    await boss.getByRole('button', { name: 'Close it' }).click()
    await expectClean(boss)
    await dialog.getByRole('button', { name: 'Close it' }).click()
    await boss.getByRole('button', { name: 'Draw', exact: true }).click()
    await dialog.getByLabel('The public value').fill('5,987.37')
    await expectClean(boss)
    await dialog.getByRole('button', { name: 'Draw' }).click()
    const winners = boss.getByRole('region', { name: 'Winners' })
    await expect(winners).toContainText(member.name)
    await expect(winners).toContainText(member.email)
    await expectClean(boss)
    // Drawing again needs a reason, which the contest's page shows.
    await boss.getByRole('button', { name: 'Draw again' }).click()
    await dialog.getByLabel('Reason').fill('The winner moved away')
    await dialog.getByRole('button', { name: 'Draw again' }).click()
    await expect(winners.getByRole('row')).toHaveCount(3)

    // A reader checks the drawing with the published list and value, even without scripts.
    const reader = await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage()
    await reader.goto('/contests')
    await reader.getByRole('link', { name: title }).click()
    await expect(reader).toHaveURL(address)
    const drawing = reader.getByRole('main')
    await expect(drawing).toContainText('5 entries counted at the closing')
    const href = await drawing.getByRole('link', { name: 'the list' }).getAttribute('href')
    const list = await (await reader.request.get(href!)).text()
    expect(list).toBe(Array.from({ length: 5 }, () => saved.id).join())
    await expect(drawing).toContainText(sha256(list))
    for (const k of [0, 1]) {
      const entry = BigInt(`0x${sha256(`5,987.37:${k}`)}`) % 5n
      const drawn = drawing.getByRole('listitem').filter({ hasText: 'Entry number' }).nth(k)
      await expect(drawn).toContainText(`Entry number ${entry} won.`)
    }
    await expect(drawing).toContainText('Drawn again (The winner moved away)')
    await expect(reader.getByText(member.name)).toHaveCount(0)

    // The winner reads it on the contest's page.
    await page.goto(address)
    await expect(page.getByRole('region', { name: 'Your entries' })).toContainText(
      'you won A golden spatula',
    )
    await expectClean(page)
  },
)
