import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save, send, verify, type Member } from './members.ts'
import { loginOf } from './site/operator.ts'

const signIn = async (page: Page, id: number): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(id) })).json()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

test(
  'an admin finds a member, reads their story, follows it into the audit, and drags over a chart for its days',
  { tag: '@long' },
  async ({ page }) => {
    const admin = await signIn(page, 514)
    const member = await join(page)
    const { itemId } = await save(page, member, `Soup ${member.id}`)
    await send(page, member, `/items/${itemId}/expired`, {})
    const dull = { kind: 'member', id: member.id }
    await send(page, admin, '/takedowns', { ...dull, word: 'Not a person.' })
    await logIn(page, admin)

    await page.goto('/admin/members')
    const q = page.getByLabel('Name, e-mail or id')
    await q.fill(member.email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/members?q=${encodeURIComponent(member.email)}`)
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Not verified, Taken down')
    await rows.focus()
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(`/admin/members/${member.id}`)
    await expect(heading(page, member.name)).toBeVisible()
    await expect(page.getByText(member.email, { exact: true }).first()).toBeVisible()
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(part('Yolos').getByRole('link', { name: `Soup ${member.id}` })).toBeVisible()
    await expect(part('Reports made')).toContainText('Off the menu: ')
    await expect(part('Taken down')).toContainText('Not a person.')
    await expectClean(page)
    await page.getByRole('link', { name: 'In the audit' }).focus()
    await page.keyboard.press('Enter')

    await expect(heading(page, 'Audit')).toBeVisible()
    await expect(page).toHaveURL(`/admin/audit?subject=member+${member.id}`)
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('word Not a person.')
    const someone = page.getByRole('textbox', { name: 'Who' })
    await someone.fill('Ann')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please give an id; 0 is the operator.')).toBeVisible()
    await someone.fill('7')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing like it was done.')).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(1)

    await page.goto('/admin?from=2025-03-01&to=2025-03-30')
    const chart = page.getByRole('listbox', { name: 'Members by day' })
    await expect(chart.getByRole('option')).toHaveCount(30)
    const box = (await chart.boundingBox())!
    const over = (day: number) => box.x + (box.width * (day - 0.5)) / 30
    await page.mouse.move(over(5), box.y + 20)
    await page.mouse.down()
    await page.mouse.move(over(8), box.y + 30)
    await expect(page.getByText(/^3\/5\/2025 to 3\/8\/2025: /)).toBeVisible()
    await page.mouse.move(over(14), box.y + 10)
    await page.mouse.up()
    await expect(page).toHaveURL('/admin?from=2025-03-05&to=2025-03-14')
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2025-03-05')
    await expect(chart.getByRole('option')).toHaveCount(10)
    await expect(rows).toHaveCount(10)

    await chart.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(chart.getByRole('option', { selected: true })).toHaveCount(3)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin?from=2025-03-11&to=2025-03-13')
    await page.goBack()
    await expect(chart.getByRole('option')).toHaveCount(10)
    await press(page, '7 days')
    await expect(chart.getByRole('option')).toHaveCount(7)
  },
)

test('days are chosen in a chart by keyboard, and shown', async ({ page }) => {
  await logIn(page, await signIn(page, 514))
  await page.goto('/admin?from=2025-03-05&to=2025-03-14')
  const chart = page.getByRole('listbox', { name: 'Members by day' })
  await expect(chart.getByRole('option')).toHaveCount(10)
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(chart.getByRole('option', { selected: true })).toHaveCount(2)
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?from=2025-03-13&to=2025-03-14')
})

test('a table is sorted and paged by the server, and an export asks for all pages until it is stopped', async ({
  page,
}) => {
  await logIn(page, await signIn(page, 514))
  let held: (() => void) | null = null
  let hold = false
  const asked: URLSearchParams[] = []
  // Passes on the server's real answers, but delays them until the test lets them through.
  await page.route('**/api/admin/members?**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams)
    if (hold) await new Promise<void>((resolve) => (held = resolve))
    await route.continue().catch(() => {})
  })
  await page.goto('/admin/members')
  const count = page.getByText(/^100 rows of \d/)
  await expect(count).toBeVisible()
  expect(asked.length).toBe(1)

  // What is shown stays until the sorted rows come.
  const table = page.getByRole('region', { name: 'Members, the newest first' })
  const first = page.locator('td[data-label=Id]').first()
  const newest = await first.textContent()
  hold = true
  await press(page, 'Id')
  await press(page, 'Id')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect(first).toHaveText(newest!)
  await expect.poll(() => held).not.toBeNull()
  hold = false
  held!()
  await expect(first).toHaveText('6')
  await expect(count).toBeVisible()
  await expect(table).not.toHaveAttribute('aria-busy')
  expect(asked.at(-1)!.get('sort')).toBe('id')
  expect(asked.at(-1)!.get('order')).toBe('asc')
  await press(page, 'Load more')
  await expect(page.getByText(/^200 rows of \d/)).toBeVisible()
  const before = asked.length

  // An export asks for the whole list itself, in the order that is shown.
  const download = page.waitForEvent('download')
  await press(page, 'Export CSV')
  const text = await readFile(await (await download).path(), 'utf8')
  const lines = text.trim().split('\r\n')
  expect(lines.length).toBeGreaterThan(200)
  const ids = lines.slice(1).map((line) => Number(line.split(',').at(-1)))
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  expect(asked.slice(before).every((one) => one.get('pageSize') === '1000')).toBe(true)
  // The table has only what was loaded before.
  await expect(page.getByText(/^200 rows of \d/)).toBeVisible()

  held = null
  hold = true
  await press(page, 'Export CSV')
  await expect(page.getByText('Exporting, 0 rows so far…')).toBeVisible()
  await expect.poll(() => held).not.toBeNull()
  await press(page, 'Stop')
  await expect(page.getByText('Exporting')).toHaveCount(0)
  hold = false
  held!()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
})

test('Jump to Top comes after a quarter screen on new members', async ({ page }) => {
  await logIn(page, await signIn(page, 514))
  await page.goto('/newMembers')
  await press(page, '12 months')
  await expect(page.locator('tbody tr')).toHaveCount(25)
  const jump = page.getByRole('button', { name: 'Jump to Top' })
  const scrolled = (screens: number) =>
    page.evaluate((share) => scrollTo({ top: innerHeight * share, behavior: 'instant' }), screens)
  await scrolled(0.26)
  await expect(jump).toBeVisible()
  await scrolled(0.24)
  await expect(jump).toHaveCount(0)
  await scrolled(0.26)
  await jump.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(jump).toHaveCount(0)
})

test(
  'an admin reads which restaurants a member added, and deletes those that nobody else speaks for',
  { tag: '@long' },
  async ({ page }) => {
    const [admin, spammer, other] = [await signIn(page, 514), await join(page), await join(page)]
    for (const member of [spammer, other]) await verify(page, member)
    const add = (name: string) =>
      send(page, spammer, '/restaurants', {
        name: `${name} ${spammer.id}`,
        address: 'order at evil.example, a site with a rather long address of its own',
        latitude: 44.98,
        longitude: -93.27,
      })
    for (const name of ['Pizza call 555 0100', 'Pizza call 555 0101']) await add(name)
    const { placeId } = await add('Real Noodles')
    await send(page, other, '/yolos', { placeId, categoryId: 3, itemName: 'Soup' })
    await logIn(page, admin)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/admin/members/${spammer.id}`)
    const part = page.getByRole('region', { name: 'Restaurants added', exact: true })
    await expect(part.getByRole('listitem')).toHaveCount(3)
    await expectClean(page)
    await press(page, 'Delete restaurants (2)')
    const ask = page.getByRole('alertdialog', {
      name: `Delete 2 restaurants that ${spammer.name} added?`,
    })
    await expect(ask).toBeVisible()
    await expectClean(page)
    await ask.getByRole('button', { name: 'Yes', exact: true }).click()
    await expect(page.getByText('2 restaurants deleted. 1 stays: others have')).toBeVisible()
    await expect(part.getByText('Deleted', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^Delete restaurants/ })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectClean(page)
  },
)
