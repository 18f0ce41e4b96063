import type { Locator, Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join, save, type Member } from '../members.ts'
import { knownIn } from '../looks/screens.ts'
import { loginOf } from '../site/operator.ts'

// A log-out in another tab, or a session that ends on the server, must not lose what is typed here.

const dialog = (page: Page) => page.getByRole('dialog', { name: 'You are logged out' })

/** Keeps a member logged in in both tabs, without logging in again at each page as `logIn` does. */
async function begin(page: Page, path: string, member: Member) {
  await page.goto('/about')
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(member))
  await page.goto(path)
}

async function logOutElsewhere(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/logout')
  await expect(other).toHaveURL('/home')
  await other.close()
}

async function logInAgain(page: Page, password = 'nine calm otters') {
  const again = dialog(page)
  await expect(again).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Current Members - Log In' }).click()
  await expect(again).toBeHidden()
}

/** Makes the browser treat a field's text as filled in by itself. */
async function showAsFilledIn(page: Page, selector: string) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] })
  await expect(page.locator(`${selector}:autofill`)).toBeVisible()
}

async function expectKept(page: Page, field: Locator, text: string, password?: string) {
  await field.fill(text)
  await logOutElsewhere(page)
  await logInAgain(page, password)
  await expect(field).toHaveValue(text)
}

test(
  'an account’s form, the words of a favorite and a correction outlast a log-out elsewhere',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await begin(page, '/account', member)
    await page.getByLabel('New name', { exact: true }).fill('Ann Lee')
    const again = page.getByLabel('New name, once more')
    await again.fill('Ann Lee')
    await logOutElsewhere(page)
    await expect(dialog(page)).toBeVisible()
    await expectClean(page, { expected: /401/ })
    // Closed, it can be opened again, and saving asks too.
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('What you typed here isn’t saved yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Change name' }).click()
    await logInAgain(page)
    await expect(again).toHaveValue('Ann Lee')
    await expect(page.getByText('Please log in.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Change name' }).click()
    await expect(page.getByText('Your name is Ann Lee now.')).toBeVisible()

    const { id } = member
    const now = await page.evaluate(() => localStorage.getItem('user') ?? '')
    await save(page, JSON.parse(now) as Member, `Typed ${id}`)
    await page.goto('/my-page')
    await page.getByRole('button', { name: /^Yolo Settings/ }).click()
    await page.getByRole('button', { name: 'Add Yolo Text' }).click()
    const words = page.getByPlaceholder('Tell us why you love it!')
    await expectKept(page, words, 'Worth the wait.')
    await page.getByRole('button', { name: 'Save Yolo' }).click()
    await expect(page.getByText('Yolo saved.')).toBeVisible()

    await page.goto('/restaurant/1')
    await page.getByRole('button', { name: 'Suggest a correction' }).click()
    await expectKept(page, page.getByLabel('What should it be?'), 'Another name')
  },
)

test('the wizard’s last step asks for a log-in only until there is one', async ({
  page,
  baseURL,
}) => {
  const { restaurant } = await knownIn(baseURL!)
  const member = await join(page)
  await begin(page, `/add-yolo?restaurant=${restaurant}&category=10`, member)
  await page.getByLabel('NAME OF MENU ITEM?').fill(`Held ${member.id}`)
  await page.getByRole('button', { name: 'NEXT' }).click()
  const words = page.getByPlaceholder('Tell us why you love it!')
  await words.fill('Worth the wait.')
  await page.request.post('/api/logout', {
    data: {},
    headers: { Authorization: `Bearer ${member.token}` },
  })
  await page.getByRole('button', { name: 'Save Yolo' }).click()
  await logInAgain(page)
  await expect(words).toHaveValue('Worth the wait.')
  await expect(page.getByText('Please log in.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Yolo' }).click()
  await expect(page.getByRole('heading', { name: 'Add a photo?' })).toBeVisible()
})

test(
  'who gives up, or whom another member follows, is left with nothing of it',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    const other = await join(page)
    await begin(page, '/change-identity', member)
    const name = page.getByRole('textbox').first()
    await page.getByRole('button', { name: 'Edit' }).click()
    await name.fill('Somebody Else')
    await logOutElsewhere(page)
    await dialog(page).getByRole('button', { name: 'Leave it' }).click()
    await expect(page.getByRole('heading', { name: 'Almost Done!' })).toBeVisible()

    const login = await page.request.post('/api/login', {
      data: { email: member.email, password: 'nine calm otters' },
    })
    await begin(page, '/change-identity', (await login.json()) as Member)
    await page.getByRole('button', { name: 'Edit' }).click()
    await name.fill('Somebody Else')
    await logOutElsewhere(page)
    await expect(dialog(page)).toBeVisible()
    const tab = await page.context().newPage()
    await begin(tab, '/about', other)
    await expect(page.getByText('Somebody Else')).toHaveCount(0)
    await expect(dialog(page)).toBeHidden()
    await expect(name).toHaveValue(other.name)
  },
)

test(
  'where another follows without a log-out, what was typed is gone and saved as nobody’s',
  { tag: '@long' },
  async ({ page }) => {
    const [member, other] = [await join(page), await join(page)]
    const bio = page.getByLabel('Bio', { exact: true })
    const type = async () => {
      await page.getByRole('button', { name: 'Add a bio' }).click()
      await bio.fill('Words of another.')
    }
    const saved: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/user/bio') && saved.push(request.url()),
    )
    await begin(page, '/my-page', member)
    await type()
    const tab = await page.context().newPage()
    await begin(tab, '/about', other)
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible()
    await expect(bio).toBeHidden()

    // An admin acts as somebody, and the time for it ends while they type.
    const admin = (await join(page)) as Member & { expires: string }
    const acted = { ...other, expires: new Date(Date.now() + 8_000).toISOString() }
    await tab.evaluate(
      ([own, as]) => {
        localStorage.setItem('userBehind', own!)
        localStorage.setItem('user', as!)
      },
      [JSON.stringify(admin), JSON.stringify(acted)],
    )
    await tab.close()
    await page.reload()
    await expect(page.getByText(`You act as ${other.name}`)).toBeVisible()
    await type()
    await expect(page.getByRole('heading', { level: 1, name: admin.name })).toBeVisible()
    await expect(bio).toBeHidden()
    await expect(page.getByText('You act as')).toBeHidden()
    expect(saved).toEqual([])
  },
)

test(
  'tags that were chosen outlast a session that has ended on the server',
  { tag: '@long' },
  async ({ page }) => {
    const member = await join(page)
    await save(page, member, `Kept Pie ${member.id}`)
    await begin(page, '/my-page', member)
    await page.getByRole('button', { name: /^Yolo Settings/ }).click()
    await page.getByRole('button', { name: /Tags/ }).click()
    const tags = page.getByRole('dialog').first()
    const tag = tags.getByRole('checkbox').first()
    await tag.check({ force: true })
    await page.request.delete('/api/sessions', {
      headers: { Authorization: `Bearer ${member.token}` },
    })
    await tags.getByRole('button', { name: /^Save/ }).click()
    await expect(dialog(page).getByLabel('E-mail')).toHaveValue(member.email)
    await logInAgain(page, 'nine calm otters')
    await expect(tag).toBeChecked()
  },
)

test(
  'a contest’s form outlasts a session that has ended on the server',
  { tag: '@long' },
  async ({ page }) => {
    const credentials = await loginOf(514)
    const login = await page.request.post('/api/login', { data: credentials })
    const admin = (await login.json()) as Member
    await begin(page, '/admin/contests', admin)
    await page.getByText('Make a contest').click()
    await page.getByLabel('Title').fill('The best soup')
    await page.getByLabel('Prize').fill('A golden ladle')
    await page.getByRole('combobox', { name: 'Middle of the area' }).fill('Fargo')
    await page.getByRole('option', { name: 'Fargo, ND, US' }).click()
    await page.getByLabel('Who may take part').fill('People of Fargo')
    await page.getByText('Entrees', { exact: true }).click()
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
    await page.getByLabel('Closes').fill(inDays(2))
    await page.getByLabel('Drawing').fill(inDays(3))
    await page.request.post('/api/logout', {
      data: {},
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    await page.getByRole('button', { name: 'Make this contest' }).click()
    await expect(dialog(page).getByLabel('E-mail')).toHaveValue(credentials.email)
    await logInAgain(page, credentials.password)
    await expect(page.getByLabel('Title')).toHaveValue('The best soup')
    // Made, it is shown, and a question about what was typed is gone.
    const make = Promise.withResolvers<void>()
    await page.route('**/api/contests', async (route) => {
      await make.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Make this contest' }).click()
    await page.getByRole('link', { name: 'Home' }).first().click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await expect(question).toBeVisible()
    make.resolve()
    await expect(page).toHaveURL(/\/admin\/contests\/\d+$/)
    await expect(question).toBeHidden()
  },
)

test('a link and the browser’s Back ask before a bio, a correction or a new name is lost', async ({
  page,
  baseURL,
}) => {
  const { restaurant } = await knownIn(baseURL!)
  const member = await join(page)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const answer = (name: string) => question.getByRole('button', { name }).click()
  const leaveBy = (link: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).first().click()
  await begin(page, '/home', member)
  await leaveBy('My Page')
  await page.getByRole('button', { name: 'Add a bio' }).click()
  const bio = page.getByLabel('Bio', { exact: true })
  await bio.fill('Soup first.')
  await leaveBy('Home')
  await expectClean(page)
  await answer('Stay')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/my-page')
  await expect(bio).toHaveValue('Soup first.')
  await page.goBack()
  // Back while it asks is 'Stay', as in each dialog.
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(bio).toHaveValue('Soup first.')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await answer('Stay')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Soup first.')).toBeVisible()
  // What is saved isn't asked about.
  await leaveBy('Home')
  await expect(page).toHaveURL('/home')

  await page.goto(`/restaurant/${restaurant}`)
  await page.getByRole('button', { name: 'Suggest a correction' }).click()
  await page.getByLabel('What should it be?').fill('1 Other Street')
  await leaveBy('Home')
  await answer('Stay')
  await expect(page.getByLabel('What should it be?')).toHaveValue('1 Other Street')
  await leaveBy('Home')
  await answer('Leave')
  await expect(page).toHaveURL('/home')

  await page.goto('/change-identity')
  await page.getByRole('button', { name: 'Edit' }).click()
  const name = page.getByRole('textbox', { name: 'Your name' })
  await name.fill(`Soup ${member.id}`)
  await page.getByRole('link', { name: 'BACK' }).click()
  await answer('Stay')
  await expect(name).toHaveValue(`Soup ${member.id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`You are Soup ${member.id} now.`)).toBeVisible()
  await page.getByRole('link', { name: 'BACK' }).click()
  await expect(page).toHaveURL('/my-page')

  // What the browser fills in isn't asked about, nor a password.
  await page.goto('/account')
  await page.getByLabel('New e-mail', { exact: true }).fill(member.email)
  await showAsFilledIn(page, '#email-once')
  await page.getByLabel('Your password, to make sure that it’s you').fill('nine calm otters')
  await leaveBy('Home')
  await expect(page).toHaveURL('/home')

  // An account that is deleted has nothing left to save.
  await page.goto('/account')
  await page.getByLabel('New name', { exact: true }).fill('Ann Lee')
  await leaveBy('Home')
  await answer('Stay')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill('nine calm otters')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).not.toHaveURL('/account')
  await expect(question).toBeHidden()
})

test('a reload asks only while something typed would be lost', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  /** Number of listeners that would keep the page out of the browser's cache for Back. */
  const listeners = async () => {
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: '(getEventListeners(window).beforeunload ?? []).length',
      includeCommandLineAPI: true,
    })
    return result.value as number
  }
  let questions = 0
  page.on('dialog', (question) => {
    questions += 1
    void question.dismiss()
  })
  const reload = () => page.evaluate(() => location.reload())
  const member = await join(page)
  await begin(page, '/my-page', member)
  await page.getByRole('button', { name: 'Add a bio' }).click()
  expect(await listeners()).toBe(0)
  const bio = page.getByLabel('Bio', { exact: true })
  await bio.fill('Soup first.')
  await expect.poll(listeners).toBe(1)
  await reload()
  await expect.poll(() => questions).toBe(1)
  await expect(bio).toHaveValue('Soup first.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Soup first.')).toBeVisible()
  await expect.poll(listeners).toBe(0)

  // A form whose fields aren't React's.
  await page.goto('/account')
  await page.getByLabel('New name', { exact: true }).fill('Ann Lee')
  await expect.poll(listeners).toBe(1)
  await page.getByLabel('New name', { exact: true }).fill('')
  await expect.poll(listeners).toBe(0)

  // The wizard keeps what is typed.
  await page.goto('/add-yolo?restaurant=1&category=10')
  await page.getByLabel('NAME OF MENU ITEM?').fill('Onion soup')
  expect(await listeners()).toBe(0)
  await page.reload()
  await expect(page.getByLabel('NAME OF MENU ITEM?')).toHaveValue('Onion soup')
  expect(questions).toBe(1)
})
