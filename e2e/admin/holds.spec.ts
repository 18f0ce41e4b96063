import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, send, verify, type Member } from '../members.ts'
import { loginOf } from '../site/operator.ts'

const signIn = async (page: Page, id: number): Promise<Member> =>
  (await page.request.post('/api/login', { data: await loginOf(id) })).json()

test(
  'an admin holds a member, who reads why on their page and answers; the answer is read, and all counts again',
  { tag: '@long' },
  async ({ page, browser }) => {
    const admin = await signIn(page, 514)
    const member = await join(page)
    await verify(page, member)
    await logIn(page, admin)
    await page.goto(`/admin/members/${member.id}`)
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Hold ${member.name}?` })
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(dialog.getByText('Please fill this in.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Forty upvotes in a minute, all for one place.')
    await expectClean(page)
    // While it is sent, Back does nothing, so that a refusal is seen.
    const refuse = Promise.withResolvers<void>()
    await page.route('**/api/admin/holds', async (route) => {
      await refuse.promise
      await route.fulfill({ status: 429, json: { error: 'too_many', message: 'We are busy.' } })
    })
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Back', exact: true }).click()
    refuse.resolve()
    await expect(dialog.getByText('We are busy.')).toBeVisible()
    await expectClean(page, { expected: /429/ })
    await page.unroute('**/api/admin/holds')
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeFocused()
    const story = page.getByRole('region', { name: 'Held', exact: true })
    await expect(story).toContainText('Forty upvotes in a minute')
    await expectClean(page)

    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const phone = await context.newPage()
    await logIn(phone, member)
    await phone.goto('/my-page')
    const told = phone.getByRole('region', { name: 'Your votes are set aside because …' })
    await expect(told).toContainText('Forty upvotes in a minute, all for one place.')
    await expect(told).toContainText('Nobody else is told.')
    await expectClean(phone)
    await told.getByRole('button', { name: 'Send answer' }).click()
    await expect(told.getByText('Please fill this in.')).toBeVisible()
    await told.getByLabel('Your answer').fill('It was a party of ours.')
    await told.getByRole('button', { name: 'Send answer' }).click()
    await expect(told.getByText('Thanks. A person will read it.')).toBeVisible()
    await expect(told.getByRole('heading')).toBeFocused()
    await phone.reload()
    await expect(told).toContainText(/Answered on .+: ?It was a party of ours\./)
    await expect(told.getByRole('button')).toHaveCount(0)
    await expectClean(phone)
    await told.getByRole('link', { name: 'What we hold back' }).click()
    await expect(phone).toHaveURL('/faq#held-back')
    await expect(
      phone.getByRole('heading', { name: 'What is held back, and why' }),
    ).toBeInViewport()
    await expect(phone.getByText('there is no paid placement')).toBeVisible()
    await expectClean(phone)

    await page.goto('/admin/queue?kind=suspects')
    const waiting = page.locator('tbody tr').filter({ hasText: 'It was a party of ours.' })
    await expect(waiting).toContainText('Held: Forty upvotes in a minute, all for one place.')
    await expect(waiting).toContainText('1 answer, held')
    await expectClean(page)
    await waiting.getByRole('button', { name: `Keep held ${member.name}` }).click()
    await expect(page.getByText(`${member.name} is still held.`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await waiting.getByRole('link', { name: member.name }).click()
    await expect(story).toContainText('It was a party of ours.')
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    const back = page.getByRole('dialog', { name: `Release ${member.name}?` })
    await back.getByRole('button', { name: 'Release', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Hold', exact: true })).toBeFocused()
    await expect(story).toContainText('Released')
    await phone.goto('/my-page')
    await expect(phone.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
    await expect(told).toHaveCount(0)
    await context.close()
  },
)

test(
  'why this rank tells what is set aside where it names nobody',
  { tag: '@long' },
  async ({ page }) => {
    const admin = await signIn(page, 514)
    const [ann, ben, cat] = [await join(page), await join(page), await join(page)]
    const { itemId } = await save(page, ann, `Patty ${ann.id}`)
    await send(page, cat, '/yolos', { itemId, categoryId: 3 })
    for (const voter of [ben, admin]) await send(page, voter, `/items/${itemId}/upvote`, {})
    await verify(page, ann)
    await send(page, ann, `/items/${itemId}/confirm`, {})
    for (const { id } of [ben, cat])
      await send(page, admin, '/admin/holds', { userId: id, reason: 'A ring.' })
    await page.goto(`/dish/${itemId}`)
    await page.getByRole('button', { name: 'Why this rank', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Why this rank' })
    const figure = (name: string) =>
      dialog
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
    await expect(figure('Upvotes of members')).toHaveText('1')
    await expect(figure('Saved as a favorite')).toHaveText('2')
    await expect(dialog).not.toContainText('set aside')
    await expect(figure('Last confirmed on the menu')).not.toBeEmpty()
    await expect(dialog).toContainText('Nobody can pay for a place')
    for (const { name } of [ben, cat]) await expect(dialog).not.toContainText(name)
    // Of a dish with five votes that count, five that are set aside are told.
    await page.route(`**/api/items/${itemId}/why`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), votes: 6, votesSetAside: 5 },
      })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Why this rank', exact: true }).click()
    await expect(figure('Upvotes set aside')).toHaveText('5')
    await expect(dialog).toContainText('What is set aside')
    await expectClean(page)
  },
)
