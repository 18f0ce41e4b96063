import type { Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, logIn, save, type Member } from '../members.ts'
import { linkIn, linksIn } from '../newcomer.ts'

const password = 'nine calm otters'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const account = async (page: Page, as: Member): Promise<{ email: string; verified: boolean }> => {
  const answer = await page.request.get('/api/user', {
    headers: { Authorization: `Bearer ${as.token}` },
  })
  return answer.json()
}

/** Looks at the page as on a phone and on a desktop, light and dark. */
async function expectCleanInAllLooks(page: Page) {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await expectClean(page)
  }
}

test('a mailed link that is merely opened, as scanners do, verifies nothing: that takes a tap', async ({
  page,
}) => {
  const member = await join(page)
  await page.request.put('/api/notification-settings', {
    data: { emailConsent: true, weeklyMail: true },
    headers: { Authorization: `Bearer ${member.token}` },
  })
  const link = await linkIn('verification-success', member.email)
  await page.goto(link)
  await expect(heading(page, 'Verify your e-mail?')).toBeVisible()
  await expect(page.getByText(`${member.email} is then verified`)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect((await account(page, member)).verified).toBe(false)
  await expectCleanInAllLooks(page)

  // The account might be somebody else's, so its mails are asked about.
  const weekly = page.getByRole('checkbox', { name: /A mail a week/ })
  await expect(weekly).not.toBeChecked()
  await weekly.check()
  // A lost connection is said, and leaves the link as it is.
  await page.route('**/api/verify-email', (route) => route.abort(), { times: 1 })
  await button(page, 'Verify my e-mail').click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await button(page, 'Verify my e-mail').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your e-mail is verified')).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  expect((await account(page, member)).verified).toBe(true)
  const settings = await page.request.get('/api/notification-settings', {
    headers: { Authorization: `Bearer ${member.token}` },
  })
  expect(await settings.json()).toMatchObject({ weeklyMail: true, emailConsent: false })
  await expectClean(page, { expected: /ERR_FAILED/ })

  await page.getByLabel('E-mail').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Current Members - Log In').click()
  await expect(page).toHaveURL('/home')
  await page.goto(link)
  await expect(heading(page, 'This link doesn’t work any more')).toBeVisible()
  const other = await join(page)
  await page.goto(await linkIn('verification-success', other.email))
  await button(page, 'Verify my e-mail').click()
  const text = `The e-mail of another account has been verified. You are logged in as ${member.name}.`
  await expect(page.getByText(text)).toBeVisible()
})

test(
  'the link to a new e-mail asks too, but not where its member is logged in',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const member = await join(page)
    const moved = `moved.${member.email}`
    const asked = await page.request.put('/api/user/email', {
      data: { email: moved, password },
      headers: { Authorization: `Bearer ${member.token}` },
    })
    expect(asked.status()).toBe(200)
    const link = await linkIn('verification-success', moved)
    await page.goto(link)
    await expect(heading(page, 'Confirm your new e-mail?')).toBeVisible()
    await expect(page.getByText(`${moved} becomes the e-mail of the account`)).toBeVisible()
    await expect(button(page, 'Confirm my new e-mail')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await account(page, member)).toMatchObject({ email: member.email, verified: false })
    await expectCleanInAllLooks(page)

    const context = await browser.newContext({ baseURL: baseURL! })
    await logIn(context, member)
    const own = await context.newPage()
    await own.route('**/api/verify-email/check', (route) => route.abort(), { times: 1 })
    await own.goto(link)
    await expect(heading(own, 'Verify your e-mail')).toBeVisible()
    await button(own, 'Try again').click()
    await expect(heading(own, 'Your e-mail is changed')).toBeVisible()
    expect(await account(page, member)).toMatchObject({ email: moved, verified: true })
    await context.close()

    // A link that has ended since the page was opened.
    await button(page, 'Confirm my new e-mail').click()
    await expect(heading(page, 'This link doesn’t work any more')).toBeVisible()
    await expect(page.getByText(/used already, or it is too old/)).toBeVisible()
  },
)

test(
  'a new e-mail with which somebody else joined is taken from them once its reader says so',
  { tag: '@long' },
  async ({ page }) => {
    const [member, other] = [await join(page), await join(page)]
    const { itemId } = await save(page, await join(page), `Elsewhere ${member.id}`)
    const links = () => linksIn('verification-success', other.email)
    await expect.poll(async () => (await links()).length).toBe(1)
    const asked = await page.request.put('/api/user/email', {
      data: { email: other.email, password },
      headers: { Authorization: `Bearer ${member.token}` },
    })
    expect(asked.status()).toBe(200)
    await expect.poll(async () => (await links()).length).toBe(2)
    const link = (await links())[1]!
    await page.goto(link)
    await expect(heading(page, 'Another account has this e-mail')).toBeVisible()
    await expectCleanInAllLooks(page)
    await page.getByLabel('E-mail').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Current Members - Log In').click()
    await expect(heading(page, 'Take this e-mail from another account?')).toBeVisible()
    await expect(page.getByText('You needn’t delete it first.')).toBeVisible()
    await expect(page.getByText('The address then stays with that account')).toBeVisible()
    await expectCleanInAllLooks(page)
    await button(page, 'Take it for my account').click()
    await expect(page.getByText(`${other.email} is your e-mail now`)).toBeVisible()
    expect(await account(page, other)).toMatchObject({ email: '' })
    await save(page, other, `First ${other.id}`)
    // Its browser still knows the e-mail.
    await logIn(page, other)
    await page.goto(`/add-yolo?item=${itemId}`)
    await button(page, 'NEXT').click()
    await expect(page.getByText(/verify by e-mail first. Your account has no e-mail/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add one' })).toHaveAttribute('href', '/account')
    await expect(button(page, 'Send it again')).toBeHidden()
    await page.goto(link)
    await expect(page.getByText(/too old. Your account has no e-mail/)).toBeVisible()
    await expect(button(page, 'Send a new link')).toBeHidden()
    await page.goto('/account')
    await expect(page.getByText('Your account has no e-mail. Add one below')).toBeVisible()
    await expectClean(page, { expected: /400|409/ })
  },
)

test('the page of a new password names the account', { tag: '@long' }, async ({ page }) => {
  const member = await join(page)
  await page.request.post('/api/forgot-password', { data: { email: member.email } })
  await page.goto(await linkIn('reset-password', member.email))
  await expect(page.getByText(`For the account of ${member.email}`)).toBeVisible()
  await expectCleanInAllLooks(page)
})
