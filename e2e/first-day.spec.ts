import { expect, test } from './checks.ts'
import { signIn } from './admin/desk.ts'
import { joinVerified, logIn, save } from './members.ts'
import { Newcomer } from './newcomer.ts'
import { file, quarters } from './photo-files.ts'
import {
  nameItem,
  pickCity,
  pickRestaurant,
  press,
  question,
  withoutPhoto,
} from './wizard/steps.ts'

const phone = { viewport: { width: 390, height: 844 } }
// Playwright's trace would fetch the blob: URL of a photo, which the site's CSP forbids.
test.use({ ...phone, trace: 'off' })

test('a new member’s first day, from the home page to an admin’s decision', async ({
  page,
  browser,
  baseURL,
}) => {
  const newcomer = new Newcomer()
  const dish = (count: string) => `${count} Fries ${newcomer.key}`
  const review = page.getByPlaceholder('Tell us why you love it!')

  // A visitor begins a favorite, joins, and saves it with a photo.
  await page.goto('/home')
  await page.getByRole('link', { name: 'Add Your Favorites' }).first().click()
  await pickCity(page, 'Minneap', 'Minneapolis, MN, US')
  await pickRestaurant(page, 'Lucy', 'Lucy & Gus')
  await press(page, 'Fast Food')
  await nameItem(page, dish('First'))
  await review.fill('Salty.')
  await press(page, 'Save Yolo')
  await page.getByRole('link', { name: 'New Members - Join' }).click()
  await newcomer.fillIn(page)
  await expect(page.getByText('One tap on Save Yolo is left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Yolo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Yolo added. A photo makes others hungry')).toBeVisible()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(file(await quarters()))
  await press(page, 'Save photo')
  await question(page, 'Yolo added.')
  const photo = page.getByRole('main').getByRole('img').first()
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
  await expect(page).toHaveURL('/my-page')

  // A second one needs a verified e-mail, which the first step says.
  await page.goto('/add-yolo')
  await expect(page.getByText('Saving is allowed, but you must verify')).toBeVisible()
  await press(page, 'Send it again')
  await expect(page.getByText('The mail is on its way.')).toBeVisible()

  // The mail is opened in another browser, in which another member was logged in.
  const other = await browser.newContext({ baseURL: baseURL!, ...phone })
  const mobile = await other.newPage()
  const bob = await joinVerified(page)
  await mobile.goto('/home')
  await mobile.evaluate(
    (email) => localStorage.setItem('user', JSON.stringify({ email })),
    bob.email,
  )
  await mobile.goto(await newcomer.verifyLink())
  await press(mobile, 'Verify my e-mail')
  await expect(mobile.getByLabel('E-mail')).toHaveValue(newcomer.email)
  await mobile.getByLabel('Password', { exact: true }).fill('three ripe tomatoes')
  await press(mobile, 'Current Members - Log In')
  await expect(mobile).toHaveURL('/home')
  // The account has the city of the first one.
  const city = mobile.getByRole('combobox', { name: 'Enter your desired city' })
  await expect(city).toHaveValue('Minneapolis, MN, US')
  await mobile.goto('/add-yolo')
  await pickRestaurant(mobile, 'Lucy', 'Lucy & Gus')
  await press(mobile, 'Fast Food')
  await nameItem(mobile, dish('Second'))
  await press(mobile, 'Save Yolo')
  await withoutPhoto(mobile)

  // Follows a member, votes for their favorite and reports them.
  await save(page, bob, `Burger of ${bob.name}`)
  await mobile.goto(`/user/${bob.id}`)
  await press(mobile, `Follow ${bob.name}`)
  await expect(mobile.getByText('1 follower')).toBeVisible()
  await mobile.getByRole('button', { name: /^Tap to Upvote/ }).click()
  await expect(mobile.getByRole('button', { name: /^UPVOTED/ })).toBeVisible()
  await press(mobile, `Report ${bob.name}`)
  const report = mobile.getByRole('dialog', { name: 'Report' })
  await report.getByRole('radio', { name: 'Spam' }).check()
  await report.getByRole('button', { name: 'Report' }).click()
  await expect(mobile.getByText('Thanks for reporting. We will look at it.')).toBeVisible()
  await mobile.goto('/my-page')
  await expect(mobile.getByRole('article')).toHaveCount(2)
  await expect(mobile.getByRole('button', { name: '1 Following' })).toBeVisible()

  // An admin decides.
  await logIn(other, await signIn(page, 6))
  await mobile.goto('/admin/queue?kind=member')
  await press(mobile, `Dismiss ${bob.name}`)
  await mobile.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(mobile.getByRole('button', { name: `Dismiss ${bob.name}` })).toHaveCount(0)
  await other.close()
})
