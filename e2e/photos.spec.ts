import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, stayOnLastPage, test } from './checks.ts'
import { join, logIn, save } from './members.ts'
import { file, quarters } from './photo-files.ts'

// Playwright's trace would fetch the blob: URL of a photo. The site's CSP forbids that, and the checks below would
// report it.
test.use({ trace: 'off' })
test.beforeEach(({ page }) => stayOnLastPage(page))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const crop = (page: Page) => page.getByRole('group', { name: /^Your photo/ })

/** Saves a favorite as a new member and opens the dialog of its photo. */
async function atPhoto(page: Page) {
  const member = await join(page)
  const { id } = await save(page, member, `Photographed ${member.id}`)
  await logIn(page, member)
  await openDialog(page)
  return id
}

async function openDialog(page: Page) {
  await page.goto('/my-page')
  await page.getByRole('button', { name: /^Yolo Settings/ }).click()
  await button(page, 'Edit or upload photo').click()
  await expect(page.getByRole('dialog', { name: 'Edit or upload photo' })).toBeVisible()
}

/** Returns the ratio and the colors of the corners of a yolo's photo, or null if there is none. */
async function stored(page: Page, id: number) {
  const answer = await page.request.get(`/api/getImage?yoloId=${id}`)
  if (answer.status() !== 200) return null
  const picture = sharp(await answer.body())
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    const [r = 0, g = 0, b = 0] = data.subarray(start, start + 3)
    if (r > 150) return g > 150 ? 'yellow' : 'red'
    return g > b ? 'green' : 'blue'
  }
  return {
    ratio: info.width / info.height,
    corners: [at(0.05, 0.05), at(0.95, 0.05), at(0.05, 0.95), at(0.95, 0.95)],
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('choose, turn and save by touch, change it, and remove it', async ({ page }) => {
    const id = await atPhoto(page)
    await button(page, 'Save photo').tap()
    await expect(page.getByText('No image to upload.')).toBeVisible()
    await expectClean(page)
    await expect(button(page, 'Take a photo')).toBeVisible()
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choose a photo').tap()
    await (await chooser).setFiles(file(await quarters()))
    await expect(crop(page)).toBeVisible()
    await expect(page.getByText('No image to upload.')).toBeHidden()
    await expectClean(page)
    await button(page, 'Rotate right').tap()
    await button(page, 'Larger').tap()
    await button(page, 'Smaller').tap()
    await button(page, 'Save photo').tap()
    await expect(page.getByText('Photo saved.')).toBeVisible()
    const photo = await stored(page, id)
    expect(photo?.ratio).toBeCloseTo(4 / 3, 2)
    expect(photo?.corners).toEqual(['blue', 'red', 'yellow', 'green'])

    // The dialog opens with the photo that is there.
    await openDialog(page)
    await expect(crop(page)).toBeVisible()
    await button(page, 'Rotate left').tap()
    await button(page, 'Save photo').tap()
    await expect(page.getByText('Photo saved.')).toBeVisible()
    expect((await stored(page, id))?.corners).toEqual(['red', 'green', 'blue', 'yellow'])

    await page.getByRole('button', { name: /^Yolo Settings/ }).tap()
    await button(page, 'Remove photo').tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).tap()
    await expect(page.getByText('Photo removed.')).toBeVisible()
    expect(await stored(page, id)).toBeNull()
  })
})

test('by keyboard alone', async ({ page }) => {
  const id = await atPhoto(page)
  const { keyboard } = page
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
    })
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused()) === name) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${name}.`)
  }
  const chooser = page.waitForEvent('filechooser')
  await tabTo('Choose a photo')
  await keyboard.press('Enter')
  await (await chooser).setFiles(file(await quarters()))
  await expect(crop(page)).toBeFocused()
  await tabTo('Rotate left')
  await keyboard.press('Enter')
  await tabTo('Larger')
  await keyboard.press('Enter')
  await keyboard.press('Shift+Tab')
  await expect(page.getByRole('slider', { name: 'Scale' })).toBeFocused()
  await keyboard.press('Home')
  await tabTo('Save photo')
  await keyboard.press('Enter')
  await expect(page.getByText('Photo saved.')).toBeVisible()
  expect((await stored(page, id))?.corners).toEqual(['green', 'yellow', 'red', 'blue'])
})

test(
  'drops and pastes are taken, other files are not, and a failure keeps the photo',
  { tag: '@long' },
  async ({ page }) => {
    const id = await atPhoto(page)
    const give = (kind: 'drop' | 'paste', bytes: Buffer, name: string, type: string) =>
      page.evaluate(
        ([kindOf, text, fileName, mime]) => {
          const data = new DataTransfer()
          const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
          data.items.add(new File([content], fileName, { type: mime }))
          const box = document.querySelector('input[type=file]')!.closest('div')!
          const init = { bubbles: true, cancelable: true }
          box.dispatchEvent(
            kindOf === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: data })
              : new ClipboardEvent('paste', { ...init, clipboardData: data }),
          )
        },
        [kind, bytes.toString('base64'), name, type] as const,
      )
    await give('drop', Buffer.from('GIF89a'), 'a.gif', 'image/gif')
    await expect(page.getByText('Only .jpeg, .jpg and .png photos can be used.')).toBeVisible()
    await give('paste', (await quarters()).subarray(0, 300), 'a.jpg', 'image/jpeg')
    await expect(page.getByText(/damaged/)).toBeVisible()
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0')
    await give('paste', heic, 'a.jpg', 'image/jpeg')
    await expect(page.getByText(/HEIC/)).toBeVisible()
    await give('drop', await quarters(), 'a.bin', 'application/octet-stream')
    await expect(crop(page)).toBeVisible()
    await expectClean(page)

    await page.route('**/image/upload', (route) => route.fulfill({ status: 500, body: 'oh' }), {
      times: 1,
    })
    await button(page, 'Save photo').click()
    await expect(page.getByText('Something went wrong')).toBeVisible()
    await button(page, 'Save photo').click()
    await expect(page.getByText('Photo saved.')).toBeVisible()
    expect((await stored(page, id))?.corners).toEqual(['red', 'green', 'blue', 'yellow'])
  },
)

test(
  'a browser that adds noise to what it draws sends the file itself',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const real = CanvasRenderingContext2D.prototype.getImageData
      CanvasRenderingContext2D.prototype.getImageData = function noisy(...area) {
        const read = real.apply(this, area)
        read.data[0]! ^= 1
        return read
      }
      HTMLCanvasElement.prototype.toBlob = () => {
        throw new Error('drawn')
      }
    })
    const id = await atPhoto(page)
    await page.getByLabel('Photo file').setInputFiles(file(await quarters()))
    await expect(crop(page)).toBeVisible()
    await button(page, 'Save photo').click()
    await expect(page.getByText('Photo saved.')).toBeVisible()
    expect((await stored(page, id))?.corners).toEqual(['red', 'green', 'blue', 'yellow'])
  },
)
