import type { Page } from '@playwright/test'
import { expect, expectClean, handlesClicks, test } from '../checks.ts'
import { join, logIn as logInByToken } from '../members.ts'
import { linkIn, Newcomer } from '../newcomer.ts'
import { loginOf } from '../site/operator.ts'

test.setTimeout(120_000)

const phone = { width: 390, height: 844 }
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const passwordField = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await passwordField(page, 'Password').fill(password)
  await press(page, 'Current Members - Log In')
}

async function fromMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
}

test('a new user can lose their password, their phone and their patience and still get back in, with nothing but the mails', async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  const newcomer = new Newcomer()
  await page.setViewportSize(phone)
  await page.goto('/signup')
  await handlesClicks(page)
  await passwordField(page, 'Password').fill('three ripe tomatoes')
  await passwordField(page, 'Confirm password').fill('three ripe')
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await newcomer.fillIn(page)
  await expect(page).toHaveURL('/home')
  await page.goto(await newcomer.verifyLink())
  await expectClean(page)
  await press(page, 'Verify my e-mail')
  await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()

  await fromMenu(page, 'Logout')
  await expect(page).toHaveURL('/home')
  // Opens the link from the mail a second time.
  await page.goto(await newcomer.verifyLink())
  await press(page, 'Verify my e-mail')
  await expect(page.getByText('This link was used already.')).toBeVisible()
  // The used link fails with 400. Requests that were sent before the log-out may fail with 401 after it.
  await expectClean(page, { expected: /400|401/ })
  await page.goto('/home')
  await fromMenu(page, 'Login')
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(newcomer.email)

  // Logs in on a second phone, which then gets lost. Resetting the password must log it out.
  const other = await browser.newContext({ baseURL: baseURL!, viewport: phone })
  const lost = await other.newPage()
  await lost.goto('/login')
  await logIn(lost, newcomer.email, 'three ripe tomatoes')
  await expect(lost).toHaveURL('/home')

  await logIn(page, newcomer.email, 'four ripe tomatoes')
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible()
  await passwordField(page, 'Password').fill('four ripe')
  await expect(page.getByText('Wrong e-mail or password.')).toBeHidden()
  await expectClean(page, { expected: /401/ })
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(newcomer.email)
  await page.getByLabel('E-mail').fill('')
  await press(page, 'Send Reset Link')
  await expect(page.getByText('Email is required').first()).toBeVisible()
  await page.getByLabel('E-mail').fill('nope')
  await press(page, 'Send Reset Link')
  await expect(page.getByText(/look like an e-mail address/).first()).toBeVisible()
  await page.getByLabel('E-mail').fill(newcomer.email)
  const broken = '**/api/forgot-password'
  await page.route(broken, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await press(page, 'Send Reset Link')
  await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible()
  await page.unroute(broken)
  await press(page, 'Send Reset Link')
  await expect(page.getByText(/a link to a new password is on its way/)).toBeVisible()
  await expectClean(page, { expected: /502/ })

  const link = await newcomer.resetLink()
  // As on a phone where nobody has logged in.
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await press(page, 'Reset Password')
  await expect(page.getByText('Please fill in both fields').first()).toBeVisible()
  await passwordField(page, 'New password').fill('five green apples')
  await passwordField(page, 'Confirm password').fill('five red apples')
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await passwordField(page, 'Confirm password').fill('five green apples')
  await context.setOffline(true)
  await press(page, 'Reset Password')
  await expect(page.getByText('Network error')).toBeVisible()
  await context.setOffline(false)
  await page.route('**/api/reset-password', (route) => route.fulfill({ status: 502 }), { times: 1 })
  await press(page, 'Reset Password')
  await expect(page.getByText('Invalid or expired token')).toBeVisible()
  await press(page, 'Reset Password')
  await expect(
    page.getByText('Your new password is set, and everyone is logged out. Log in with it.'),
  ).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(newcomer.email)
  await expectClean(page, { expected: /ERR_INTERNET_DISCONNECTED|502/ })
  await logIn(page, newcomer.email, 'five green apples')
  await expect(page).toHaveURL('/home')

  await lost.goto('/my-page')
  await expect(lost.getByRole('heading', { name: 'Almost Done!' })).toBeVisible()
  await other.close()

  const again = await context.newPage()
  await again.goto(link)
  await passwordField(again, 'New password').fill('six green apples')
  await passwordField(again, 'Confirm password').fill('six green apples')
  await press(again, 'Reset Password')
  await expect(again.getByText('This link was used already.')).toBeVisible()
  await expect(again.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  await expectClean(again, { expected: /400/ })
  await again.close()

  await page.goto('/account')
  await press(page, 'Delete account')
  const sure = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectClean(page)
  await passwordField(page, 'Your password').fill('five green apples')
  await sure.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await expectClean(page, { expected: /401/ })
  await page.goto('/login')
  await logIn(page, newcomer.email, 'five green apples')
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible()
})

test(
  'the signup warning hides after 2 seconds, the reset-mail banner after 1',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/signup')
    await page.getByLabel('Display username').fill('Somebody')
    await handlesClicks(page)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await press(page, 'New Members - Join')
    const warning = page.getByText('Please fill in all fields and ensure passwords match.')
    await expect(warning).toBeVisible()
    await page.clock.runFor(1_900)
    await expect(warning).toBeVisible()
    await page.clock.runFor(200)
    await expect(warning).toBeHidden()
    await page.clock.resume()

    await page.goto('/forgot-password')
    await page.getByLabel('E-mail').fill('nobody.at.all@example.com')
    await handlesClicks(page)
    await page.clock.pauseAt(Date.now() + 2 * 3_600_000)
    await press(page, 'Send Reset Link')
    const sent = page.getByText('Sent.', { exact: true })
    const careful = page.getByText(/^If this e-mail has an account/)
    await expect(sent).toBeVisible()
    // Whether the address has an account isn't told, and nothing moves when the banner goes.
    await expect(page.getByText('The mail is on its way.')).toHaveCount(0)
    const before = await careful.boundingBox()
    await page.clock.runFor(900)
    await expect(sent).toBeVisible()
    await page.clock.runFor(200)
    await expect(sent).toBeHidden()
    expect(await careful.boundingBox()).toEqual(before)
  },
)

test(
  'a member changes name and e-mail, takes their data along, and undoes it from the old address',
  { tag: '@long' },
  async ({ page }) => {
    const newcomer = new Newcomer()
    await page.setViewportSize({ width: 1280, height: 900 })
    await newcomer.join(page)
    // Only an address that was proven can undo a change.
    await page.goto(await linkIn('verification-success', newcomer.email))
    await press(page, 'Verify my e-mail')
    await expect(page.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    await page.goto('/account')
    const change = page.getByRole('button', { name: 'Change name' })
    await expect(change).toBeDisabled()
    await page.getByLabel('New name', { exact: true }).fill('Nora van Dyke')
    await expect(change).toBeDisabled()
    await page.getByLabel('New name, once more').fill('Nora van')
    await expect(change).toBeDisabled()
    await page.getByLabel('New name, once more').fill('Nora van Dyke')
    await change.click()
    await expect(page.getByText('Your name is Nora van now.')).toBeVisible()

    const moved = `moved.${newcomer.email}`
    const send = page.getByRole('button', { name: 'Change e-mail' })
    await page.getByLabel('New e-mail', { exact: true }).fill(moved)
    await expect(send).toBeDisabled()
    await page.getByLabel('New e-mail, once more').fill(newcomer.email)
    await expect(page.getByText('The two don’t match yet.')).toBeVisible()
    await expect(send).toBeDisabled()
    await page.getByLabel('New e-mail, once more').fill(moved)
    await expect(page.getByText('The two don’t match yet.')).toBeHidden()
    await send.click()
    const ownPassword = page.getByLabel('Your password, to make sure that it’s you', {
      exact: true,
    })
    await expect(page.getByRole('alert')).toContainText('Please enter your password.')
    await ownPassword.fill('three ripe tomatoes')
    await send.click()
    // What waits is said once.
    await expect(page.getByText(`${moved} waits to be confirmed`)).toBeVisible()
    await expect(page.getByText(moved)).toHaveCount(1)
    const loggedOut = page.getByText('You are logged out everywhere else.')
    await expect(loggedOut).toBeVisible()
    await expectClean(page)

    const waiting = page.waitForEvent('download')
    await press(page, 'Download my data')
    expect((await waiting).suggestedFilename()).toBe('yolo-my-data.zip')

    await page.goto('/change-identity')
    const name = page.getByLabel('Your name')
    await press(page, 'Edit')
    await name.fill(`Nora ${newcomer.key}`)
    await press(page, 'Save')
    await expect(page.getByText(`You are Nora ${newcomer.key} now.`)).toBeVisible()
    await expect(page.getByText(/You can change it again from/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
    await expectClean(page)

    await page.goto(await linkIn('verification-success', moved))
    await expectClean(page)
    await press(page, 'Confirm my new e-mail')
    await expect(page.getByRole('heading', { name: 'Your e-mail is changed' })).toBeVisible()
    await expect(page.getByText('is your e-mail now, and verified.')).toBeVisible()
    await page.goto('/account')
    await expect(page.getByText(`Now: ${moved}`)).toBeVisible()

    // The link in the mail to the old address undoes the change, in case someone else made it.
    await page.goto(await linkIn('reset-password', newcomer.email))
    await expectClean(page)
    await passwordField(page, 'New password').fill('six green apples')
    await passwordField(page, 'Confirm password').fill('six green apples')
    await press(page, 'Reset Password')
    await expect(
      page.getByText(`${newcomer.email} is the e-mail of your account again.`),
    ).toBeVisible()
    await expectClean(page, { expected: /401/ })
    await logIn(page, newcomer.email, 'six green apples')
    await expect(page).toHaveURL('/home')
  },
)

test(
  'a place that a member chooses brings notices of new favorites near it',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const [reader, writer] = [new Newcomer(), new Newcomer()]
    await page.setViewportSize(phone)
    await reader.join(page)
    const choose = async (city: string) => {
      await page.getByRole('combobox', { name: 'Enter your desired city' }).fill(city)
      await page
        .getByRole('option', { name: `${city}, MN, US` })
        .first()
        .click()
    }
    // If saving the location fails, the site only logs a warning and shows no error.
    const call = '**/api/save-location'
    await page.route(call, (route) => route.fulfill({ status: 503, body: '{}' }))
    const logged = page.waitForEvent('console', (message) => message.text().includes('not saved'))
    await choose('Duluth')
    expect((await logged).type()).toBe('warning')
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await page.unroute(call)
    const saved = page.waitForResponse(call)
    await choose('Minneapolis')
    expect((await saved).status()).toBe(200)

    const context = await browser.newContext({ baseURL: baseURL! })
    const other = await context.newPage()
    await writer.join(other)
    await other.goto(await writer.verifyLink())
    await press(other, 'Verify my e-mail')
    await expect(other.getByRole('heading', { name: 'Your e-mail is verified' })).toBeVisible()
    await writer.save(other, { category: 3, name: `Smash of ${writer.key}` })
    await context.close()

    await page.goto('/notify')
    const line = page.getByRole('listitem').filter({ hasText: `Smash of ${writer.key}` })
    await expect(line).toContainText(`Newcomer ${writer.key} near you saved`)
  },
)

test(
  'admin 514 acts as user 20 by the ADMIN button, sees it, and finds the way back',
  { tag: '@long' },
  async ({ page }) => {
    const { email, password } = await loginOf(514)
    await page.setViewportSize(phone)
    await page.goto('/login?next=/my-page')
    await logIn(page, email, password)
    await expect(page).toHaveURL('/my-page')
    await expectClean(page)
    await press(page, 'ADMIN')
    await press(page, 'Act as user 20')
    await expect(page).toHaveURL('/home')
    const acting = page.getByText(/^You act as Yolo Kitchen \(user 20\) until \d+:\d\d/)
    await expect(acting).toBeVisible()
    await expectClean(page)
    await page.goto('/my-page')
    await expect(page.getByRole('heading', { name: 'Yolo Kitchen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'ADMIN' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Yolo Admin' }).click()
    await expect(page).toHaveURL('/home')
    await expect(acting).toBeHidden()
    await page.goto('/my-page')
    await expect(page.getByRole('heading', { name: 'Yolo Admin' })).toBeVisible()
  },
)

test(
  'no button of the account stands out but the one that deletes it',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await logInByToken(page, member)
    await page.goto('/account')
    // Password managers read there whose password it is.
    const whose = page.locator('form:has([autocomplete=new-password]) [autocomplete=username]')
    await expect(whose).toHaveAttribute('type', 'email')
    await expect(whose).toHaveValue(member.email)
    const ground = (name: string) =>
      page
        .getByRole('button', { name, exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor)
    const plain = await ground('Change password')
    await page.getByLabel('New name', { exact: true }).fill('Ann Lee')
    await page.getByLabel('New name, once more').fill('Ann Lee')
    await expect(page.getByRole('button', { name: 'Change name' })).toBeEnabled()
    await expect.poll(() => ground('Change name')).toBe(plain)
    expect(await ground('Delete account')).not.toBe(plain)
    await expectClean(page)

    // The account page of an unverified member sends the mail again.
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('The mail is on its way.')).toBeVisible()
  },
)
