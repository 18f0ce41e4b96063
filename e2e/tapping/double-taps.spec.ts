import type { Locator, Page } from '@playwright/test'
import { signIn, closedReport, narrow } from '../admin/desk.ts'
import { expect, expectClean, stayOnLastPage, test } from '../checks.ts'
import { join, logIn, save, send, verify } from '../members.ts'
import { file, quarters } from '../photo-files.ts'
import { question } from '../wizard/steps.ts'

// What appears under the finger between the two taps of a double tap hasn't been read.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
test.beforeEach(({ page }) => stayOnLastPage(page))

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** When the last tap was, in seconds. */
let tapped = 0

/**
 * Taps twice where the control is, 0.3 s apart by the time that the taps bear, however long the first one's work takes:
 * the second comes once `seen` resolves. By then `under` is moved under the finger, as on a phone where it lies there.
 * Between two calls is at least a second.
 */
async function tapTwice(control: Locator, seen: () => Promise<unknown>, under?: Locator) {
  await control.scrollIntoViewIfNeeded()
  const middle = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const finger = await middle(control)
  const client = await control.page().context().newCDPSession(control.page())
  const tapAt = async (timestamp: number) => {
    const send = (type: 'touchStart' | 'touchEnd', touchPoints: (typeof finger)[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp })
    await send('touchStart', [finger])
    await send('touchEnd', [])
  }
  const first = Math.max(Date.now() / 1000, tapped + 1)
  tapped = first + 0.3
  await tapAt(first)
  await seen()
  if (under) {
    const is = await middle(under)
    const by = { x: finger.x - is.x, y: finger.y - is.y }
    const isUnder = await under.evaluate(
      (it, { by, finger: { x, y } }) => {
        it.style.translate = `${by.x}px ${by.y}px`
        const top = () => document.elementFromPoint(x, y) as HTMLElement | null
        // A bar may be in front of it there.
        for (let n = 0; n < 9 && !it.contains(top()); n++) top()!.style.pointerEvents = 'none'
        return it.contains(top())
      },
      { by, finger },
    )
    expect(isUnder).toBe(true)
  }
  await tapAt(tapped)
  await client.detach()
}

/** Collects the paths of writes. */
function writesOf(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('a double tap that reports a dish doesn’t vote on its page below, and a later tap does', async ({
  page,
}) => {
  const member = await join(page)
  await logIn(page, member)
  const name = `Reported ${member.id}`
  const { itemId } = await save(page, await join(page), name)
  await page.goto(`/dish/${itemId}`)
  const vote = button(page, /^Tap to Upvote/)
  await expect(vote).toBeVisible()
  await button(page, `More about ${name}`).tap()
  const writes = writesOf(page)
  const reported = page.getByText('Thanks for reporting')
  await tapTwice(button(page, 'No longer on the menu'), () => expect(reported).toBeVisible(), vote)
  await expect(vote).toBeVisible()
  // A later tap is an honest one, and its own double tap doesn't take the vote back.
  const voted = button(page, /^UPVOTED/)
  await tapTwice(vote, () => expect(voted).toBeVisible())
  await expect(voted).toBeVisible()
  expect(writes.map((path) => path.split('/').at(-1))).toEqual(['expired', 'upvote'])
})

test('in the wizard a double tap leads one step on: it saves nothing and answers no contest', async ({
  page,
}) => {
  const [admin, maker, member] = [await signIn(page, 514), await join(page), await join(page)]
  const day = (n: number) => new Date(Date.now() + n * 24 * 60 * 60 * 1000).toISOString()
  const place = { latitude: 46.78, longitude: -92.1 }
  const title = `Tapped ${member.id}`
  const { id } = await send(page, admin, '/contests', {
    title,
    prize: 'A spatula',
    area: { name: 'Duluth', ...place, miles: 1 },
    categories: [],
    eligibility: 'Members of 18 or older',
    opensAt: day(0),
    closesAt: day(2),
    drawsAt: day(3),
  })
  await verify(page, maker)
  const restaurant = await send(page, maker, '/restaurants', {
    name: `Tapped Diner ${member.id}`,
    address: '1 Lake Avenue',
    ...place,
  })
  const dish = { placeId: restaurant.placeId, categoryId: 3, itemName: `Tapped ${maker.id}` }
  const { itemId } = await send(page, maker, '/yolos', dish)
  await verify(page, member)
  await logIn(page, member)
  await page.goto(`/dish/${itemId}`)
  await page.getByRole('link', { name: 'Save it to your three' }).tap()
  await question(page, 'Which tags fit it?')
  const writes = writesOf(page)
  const words = page.getByPlaceholder('Tell us why you love it!')
  const saves = button(page, 'Save Yolo')
  await tapTwice(button(page, 'NEXT'), () => expect(words).toBeVisible(), saves)
  await question(page, 'Why this one?')
  await expect(words).toBeVisible()
  // A field takes both taps.
  await tapTwice(words, () => expect(words).toBeFocused())
  await page.keyboard.type('It drips.')
  expect(writes).toEqual([])
  await saves.tap()

  await question(page, 'Add a photo?')
  await page.getByLabel('Photo file').setInputFiles(file(await quarters()))
  const scale = page.getByRole('slider')
  const sizeOf = async () => Number(await scale.inputValue())
  const before = await sizeOf()
  await tapTwice(button(page, 'Larger'), () => expect.poll(sizeOf).toBeGreaterThan(before))
  await expect.poll(sizeOf).toBeCloseTo(before + 0.5)
  const yes = button(page, 'Yes, I may')
  await tapTwice(button(page, "DON'T SAVE"), () => expect(yes).toBeVisible(), yes)
  await question(page, 'Yolo added.')
  await expect(yes).toBeVisible()
  await expectClean(page)
  expect(writes).toEqual(['/api/yolos'])
  await send(page, admin, `/contests/${id}/close`, {})
})

test(
  'a double tap on Dismiss dismisses one case, and the next waits to be read',
  { tag: '@long' },
  async ({ page }) => {
    const words = `Taps ${process.pid}.${Date.now()}`
    await closedReport(page, `${words} one`)
    await closedReport(page, `${words} two`)
    await logIn(page, await signIn(page, 7))
    await page.goto('/admin/queue')
    await narrow(page, words, 2)
    const writes = writesOf(page)
    const left = page.getByText(/ rows?, 1 match$/)
    const dismiss = button(page, /^Dismiss Place/).first()
    await tapTwice(dismiss, () => expect(left).toBeVisible(), dismiss)
    await expect(page.getByText(/^The report about .* is dismissed\.$/)).toBeVisible()
    await expect(left).toBeVisible()
    expect(writes.filter((path) => path.endsWith('/decide'))).toHaveLength(1)
  },
)

test('two taps on a tag tick it and take it back', { tag: '@long' }, async ({ page }) => {
  await page.goto('/burgers/minneapolis-mn-us')
  await button(page, /^Click here to filter/).tap()
  const sheet = page.getByRole('dialog', { name: 'Filter your choices' })
  const tag = sheet.getByRole('checkbox').first()
  const label = sheet
    .locator('label')
    .filter({ has: page.getByRole('checkbox') })
    .first()
  await tapTwice(label, () => expect(tag).toBeChecked())
  await expect(tag).not.toBeChecked()
})

test('of taps that follow one another steadily, only the second is dropped', async ({ page }) => {
  await page.goto('/burgers/minneapolis-mn-us')
  const counted = await page.evaluate(async () => {
    document.body.innerHTML = ''
    let rows = 12
    const row = () => {
      const skip = document.createElement('button')
      skip.textContent = `Skip ${rows}`
      skip.addEventListener('click', () => {
        rows -= 1
        skip.replaceWith(row())
      })
      return skip
    }
    document.body.append(row())
    const click = (pointerType: string, at: number, detail = 1) => {
      const event = new PointerEvent('click', { bubbles: true, detail, pointerType })
      Object.defineProperty(event, 'timeStamp', { value: at })
      document.querySelector('button')!.dispatchEvent(event)
      return rows
    }
    const counts = (pointerType: string, from: number, apart: number) => {
      const before = rows
      for (let n = 0; n < 6; n++)
        click(pointerType, from + n * apart, pointerType === 'mouse' ? n + 1 : 1)
      return before - rows
    }
    const quick = (from: number) => {
      const before = rows
      for (let n = 0; n < 4; n++) click('touch', from + n * 120)
      return before - rows
    }
    return [counts('touch', 10_000, 420), counts('mouse', 20_000, 420), quick(30_000)]
  })
  expect(counted).toEqual([3, 3, 1])
})
