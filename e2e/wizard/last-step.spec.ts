import { expect, test } from '../checks.ts'
import { joinVerified, logIn } from '../members.ts'
import { nameItem, press, toCategory, withoutPhoto } from './steps.ts'

test(
  'the last step opens My Page by itself, but waits while one is there',
  { tag: '@long' },
  async ({ page }) => {
    const member = await joinVerified(page)
    await logIn(page, member)
    await page.clock.install()
    await toCategory(page)
    await press(page, 'Fast Food')
    await nameItem(page, `Fries of ${member.name}`)
    await press(page, 'Save Yolo')
    await expect(page.getByText(/^Yolo added\./)).toBeVisible()
    await withoutPhoto(page)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const left = page.getByText(/^My Page opens in \d+ s\.$/)
    const wait = async (seconds: number[]) => {
      for (const second of seconds) {
        await page.clock.runFor(1_000)
        await expect(left).toHaveText(`My Page opens in ${second} s.`)
      }
    }
    await page.mouse.click(5, 400)
    await expect(left).toHaveText('My Page opens in 10 s.')
    await wait([9, 8])
    await page.mouse.wheel(0, 20)
    await expect(left).toHaveText('My Page opens in 10 s.')
    await wait([9, 8])
    await page.getByRole('link', { name: 'Add another favorite' }).focus()
    await wait([10, 10, 10])
    await page.getByRole('heading', { level: 1 }).focus()
    await wait([9, 8, 7, 6, 5, 4, 3, 2, 1])
    await page.clock.runFor(1_000)
    await expect(page).toHaveURL('/my-page')
  },
)
