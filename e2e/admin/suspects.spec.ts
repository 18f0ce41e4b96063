import { expect, expectClean, test } from '../checks.ts'
import { focusedRow, narrow, signIn } from './desk.ts'
import { join, logIn, send, type Member } from '../members.ts'
import { linksIn } from '../newcomer.ts'

const password = 'nine calm otters'

test(
  'an admin finds accounts of one person, holds all at once, undoes it and clears them; one of them answers',
  { tag: '@long' },
  async ({ page, browser }) => {
    const admin = await signIn(page, 7)
    await logIn(page, admin)
    // If this test is retried, the failed run may have left the case decided.
    const headers = { Authorization: `Bearer ${admin.token}` }
    const { caseId: id, decision } = await (
      await page.request.get('/api/admin/suspects/1', { headers })
    ).json()
    if (decision) await send(page, admin, '/admin/queue/decide', { ids: [id], decision: 'restore' })
    await page.goto('/admin/queue?kind=suspects')
    const row = page.locator('tbody tr').filter({ hasText: '24 within ten minutes' })
    await expect(row).toContainText('Accounts that look like one person')
    await expectClean(page)
    await row.getByRole('link', { name: /^Votes for / }).click()

    // The page lists the accounts and shows the rank of their dish with and without their votes.
    await expect(page.getByRole('heading', { level: 1, name: /^Votes for / })).toBeVisible()
    await expect(page.getByText('Waits for a decision')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Hungry Fork' })).toHaveCount(24)
    const dish = page.getByRole('listitem').filter({ hasText: '24 votes' })
    const [, before, after] = /Place (\d+) with them, (\d+) without/.exec(await dish.innerText())!
    expect(Number(after)).toBeGreaterThan(Number(before))
    await expectClean(page)

    await page.getByLabel('Reason').fill('Two dozen accounts within ten minutes.')
    await page.getByRole('button', { name: 'Hold all' }).click()
    await expect(page.getByText('24 accounts are held.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All are held' })).toBeFocused()
    await expectClean(page)

    const email = 'hungry.fork.7@example.com'
    const links = () => linksIn('reset-password', email)
    const sent = (await links()).length
    await page.request.post('/api/forgot-password', { data: { email } })
    await expect.poll(async () => (await links()).length).toBeGreaterThan(sent)
    const token = new URL((await links()).at(-1)!).searchParams.get('token')
    await page.request.post('/api/reset-password', { data: { token, password } })
    const answer = await page.request.post('/api/login', { data: { email, password } })
    const member: Member = await answer.json()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const phone = await context.newPage()
    await logIn(phone, member)
    await phone.goto('/my-page')
    const told = phone.getByRole('region', { name: 'Your votes are set aside because …' })
    await expect(told).toContainText('Two dozen accounts within ten minutes.')
    await told.getByLabel('Your answer').fill('We were at a wedding.')
    await told.getByRole('button', { name: 'Send answer' }).click()
    await expect(told.getByText('Thanks. A person will read it.')).toBeVisible()
    await expect(told.getByRole('button')).toHaveCount(0)

    // Answers of a cluster that is decided are one case, and each can be decided on the page alone.
    await page.goto('/admin/queue?kind=suspects')
    const answered = page.locator('tbody tr').filter({ hasText: 'We were at a wedding.' })
    await expect(answered).toContainText('Answers of members held together')
    await expect(answered).toContainText('1 answer, held')
    await expectClean(page)
    await answered.getByRole('link', { name: /^Who answered: Votes for / }).click()
    await page.getByRole('button', { name: `Release ${member.name}` }).click()
    await expect(page.getByText(`${member.name} is released.`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Decided before' })).toBeVisible()
    await expectClean(page)
    await page.goto('/admin/queue?kind=suspects&state=decided')
    await page.getByRole('button', { name: `Restore ${member.name}` }).click()
    await expect(page.getByText(`${member.name} is back in the queue.`)).toBeVisible()
    await page.goto('/admin/suspects/1')
    await expect(page.getByText('We were at a wedding.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('24 accounts are back in the queue.')).toBeVisible()
    await expect(page.getByText('Waits for a decision')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('heading', { name: 'All are cleared' })).toBeFocused()
    await phone.goto('/my-page')
    await expect(phone.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
    await expect(told).toHaveCount(0)
    await context.close()

    // Restores the undecided state, because other tests use it.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Waits for a decision')).toBeVisible()
  },
)

test(
  'accounts that look like one person aren’t held with the press that removes a reported restaurant',
  { tag: '@long' },
  async ({ page }) => {
    const admin = await signIn(page, 7)
    await logIn(page, admin)
    const headers = { Authorization: `Bearer ${admin.token}` }
    const cluster = async () =>
      (await page.request.get('/api/admin/suspects/1', { headers })).json()
    const { restaurant, held } = await cluster()
    await send(page, await join(page), `/restaurants/${restaurant.id}/closed`, {})
    await page.goto('/admin/queue')
    await narrow(page, restaurant.name, 2)
    await page.getByRole('checkbox', { name: 'Choose all rows' }).check()
    const chosen = page.getByRole('region', { name: 'The rows chosen' })
    const apart = /^These rows have different buttons: .*Hold or Clear.*Choose only rows/
    await expect(chosen.getByText(apart)).toBeVisible()
    await expect(chosen.getByRole('button', { name: /Remove|Hold|Dismiss/ })).toHaveCount(0)
    await expectClean(page)
    const rows = page.locator('tbody tr')
    await rows.first().focus()
    await page.keyboard.press('d')
    await expect(page.getByRole('region', { name: 'Notices' }).getByText(apart)).toBeVisible()
    await expect(rows).toHaveCount(2)
    expect((await cluster()).held).toBe(held)

    // The rows are still chosen.
    await rows.filter({ hasText: 'Hold' }).getByRole('checkbox').uncheck()
    await chosen.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText(`The report about ${restaurant.name} is dismissed.`)).toBeVisible()
    await expect(rows).toHaveCount(1)
    await expect(focusedRow(page)).toContainText('Accounts that look like one person')
  },
)
