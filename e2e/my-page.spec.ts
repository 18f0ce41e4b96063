import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save, send, verify, type Member } from './members.ts'
import { ask } from './site/database.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a vote in the feed counts on My Page at once, and so does one taken back', async ({
  page,
}) => {
  const author = await join(page)
  await verify(page, author)
  const member = await join(page)
  await send(page, member, '/follow/follow-user', { userId: author.id })
  await save(page, author, `Feed Soup ${author.id}`)
  await logIn(page, member)
  await page.goto('/my-page?tab=feed')
  const tab = page.getByRole('tab', { name: /^Upvotes/ })
  const figure = page.getByRole('definition').nth(1)
  await expect(tab).toHaveText('Upvotes0')
  const vote = page.locator('button[name="vote"]').first()
  for (const votes of [1, 0, 1]) {
    await vote.click()
    await expect(tab).toHaveText(`Upvotes${votes}`)
    await expect(figure).toHaveText(String(votes))
  }
  await tab.click()
  await expect(page.getByRole('row', { name: /Feed Soup/ })).toBeVisible()
  await page.reload()
  await expect(tab).toHaveText('Upvotes1')
})

test('the bio has the focus each time that it is edited', async ({ page }) => {
  await logIn(page, await join(page))
  await page.goto('/my-page')
  const field = page.getByRole('textbox', { name: 'Bio' })
  for (const [opener, text] of [
    ['Add a bio', 'Soup first'],
    ['Edit bio', 'Soup, then pie'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(field).toBeFocused()
    await field.fill(text)
    await expectClean(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit bio' })).toBeFocused()
  }
})

test('who would leave while it is being saved stays, and sees the refusal and what they typed', async ({
  page,
}) => {
  const member = await join(page)
  await save(page, member, `Slow ${member.id}`)
  let questions = 0
  page.on('dialog', (question) => {
    questions += 1
    void question.dismiss()
  })
  const busy = 'We are busy. Please try again.'
  /** Holds the next write to an address back, and refuses it, or lets it go on, once the returned function is called. */
  const hold = async (address: string | RegExp, refused = true) => {
    const answer = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await answer.promise
      if (!refused) return route.continue()
      await route.fulfill({ status: 429, json: { error: 'too_many', message: busy } })
    })
    return answer.resolve
  }
  await logIn(page, member)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByRole('button', { name: /^Yolo Settings/ }).click()

  let refuse = await hold('**/api/yolos')
  await page.getByRole('button', { name: 'Add Yolo Text' }).click()
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Your review')
  await words.fill('Worth the wait.')
  await dialog.getByRole('button', { name: 'Save Yolo' }).click()
  await expect(words).not.toBeEditable()
  await page.goBack()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.evaluate(() => location.reload())
  await expect.poll(() => questions).toBe(1)
  refuse()
  await expect(dialog.getByText(busy)).toBeVisible()
  await expect(words).toHaveValue('Worth the wait.')
  await expect(words).toBeEditable()
  await expectClean(page, { expected: /429/ })
  // From then on, one is asked.
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toBeHidden()

  refuse = await hold('**/api/yolos/delete/*')
  await page.getByRole('button', { name: 'Delete Yolo' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Delete Yolo' })
  await sure.getByRole('button', { name: 'Delete' }).click()
  await page.goBack()
  await sure.getByRole('button', { name: 'Back' }).click()
  refuse()
  await expect(sure.getByText(busy)).toBeVisible()
  await sure.getByRole('button', { name: 'Back' }).click()

  refuse = await hold('**/api/user/display-name')
  await page.goto('/change-identity')
  await page.getByRole('button', { name: 'Edit' }).click()
  const name = page.getByRole('textbox', { name: 'Your name' })
  await name.fill(`Slow ${member.id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'BACK' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  refuse()
  await expect(page.getByText(busy)).toBeVisible()
  await expect(name).toHaveValue(`Slow ${member.id}`)
  // Once it is saved, the question is gone.
  const letGo = await hold('**/api/user/display-name', false)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'BACK' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  letGo()
  await expect(page.getByText(`You are Slow ${member.id} now.`)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.getByRole('link', { name: 'BACK' }).click()
  await expect(page).toHaveURL('/my-page')

  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  refuse = await hold('**/api/user')
  await dialog.getByLabel('Your password', { exact: true }).fill('nine calm otters')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.goBack()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Back' }).click()
  refuse()
  await expect(dialog.getByText(busy)).toBeVisible()
  // It may be done all the same where the answer is lost.
  await page.unroute('**/api/user')
  await page.route('**/api/user', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText(/if you are asked to log in now, it is/)).toBeVisible()
  await expectClean(page, { expected: /429|ERR_FAILED/ })
})

test(
  'who lost their name to a verified member reads that, and chooses another',
  { tag: '@long' },
  async ({ page }) => {
    const [hannah, other] = [await join(page), await join(page)]
    await verify(page, other)
    await ask(
      `update users set created_at = now() - interval '31 days', last_used_on = current_date - 32 where id = $1`,
      [hannah.id],
    )
    // Her session ended long ago.
    await ask('delete from sessions where user_id = $1', [hannah.id])
    const taken = await page.request.put('/api/user/display-name', {
      data: { userName: hannah.name },
      headers: { Authorization: `Bearer ${other.token}` },
    })
    expect(taken.status()).toBe(200)
    const back = await page.request.post('/api/login', {
      data: { email: hannah.email, password: 'nine calm otters' },
    })
    await logIn(page, (await back.json()) as Member)
    const notice = page.getByText(`Your display name ${hannah.name} went to a verified member`)
    await page.goto('/account')
    await expect(notice).toBeVisible()
    await page.goto('/my-page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Member ${hannah.id}`)
    await expect(notice).toBeVisible()
    await expectClean(page)
    await page.getByRole('link', { name: 'Choose another name' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Your name' }).fill(`Hannah ${hannah.id}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`You are Hannah ${hannah.id} now.`)).toBeVisible()
    await page.getByRole('link', { name: 'BACK' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hannah ${hannah.id}`)
    await expect(notice).toHaveCount(0)
  },
)
