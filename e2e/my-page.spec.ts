import { expect, expectClean, test } from './checks.ts'
import { join, logIn, save } from './members.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('the bio has the focus each time that it is edited', { tag: '@long' }, async ({ page }) => {
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

test(
  'who would leave while it is being saved stays, and sees the refusal and what they typed',
  { tag: '@long' },
  async ({ page }) => {
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
    await expect(page).toHaveURL('/home')
    await page.getByRole('link', { name: 'Me', exact: true }).click()
    await page.getByRole('button', { name: /^Yolo Settings/ }).click()

    refuse = await hold('**/api/yolos/delete/*')
    await page.getByRole('button', { name: 'Delete Yolo' }).click()
    const sure = page.getByRole('alertdialog', { name: 'Delete Yolo' })
    await sure.getByRole('button', { name: 'Delete' }).click()
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
    // Once it is saved, nothing is asked.
    const letGo = await hold('**/api/user/display-name', false)
    await page.getByRole('button', { name: 'Save' }).click()
    letGo()
    await expect(page.getByText(`You are Slow ${member.id} now.`)).toBeVisible()
    await page.getByRole('link', { name: 'BACK' }).click()
    await expect(page).toHaveURL('/my-page')

    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    refuse = await hold('**/api/user')
    await dialog.getByLabel('Your password', { exact: true }).fill('nine calm otters')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Back' }).click()
    refuse()
    await expect(dialog.getByText(busy)).toBeVisible()
    await page.unroute('**/api/user')
    await page.route('**/api/user', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByText('No connection. Try again.')).toBeVisible()
    await expectClean(page, { expected: /429|ERR_FAILED/ })
  },
)
