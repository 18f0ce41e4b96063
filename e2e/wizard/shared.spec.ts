import { type Page } from '@playwright/test'
import { expect, expectClean, test } from '../checks.ts'
import { join } from '../members.ts'
import { quarters } from '../photo-files.ts'

// What other apps share with the installed site (the manifest's share_target).
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

type Shared = {
  texts?: Record<string, string>
  photo?: { name: string; type: string; base64: string }
}

/** Sends what the browser would send for a share: the form that the manifest describes. */
async function share(page: Page, shared: Shared) {
  const leaves = page.waitForEvent('framenavigated')
  await page.evaluate(async ({ texts = {}, photo }) => {
    const manifest = (await (
      await fetch('/manifest.webmanifest', { cache: 'force-cache' })
    ).json()) as {
      share_target: {
        action: string
        method: string
        enctype: string
        params: Record<string, string> & { files: { name: string }[] }
      }
    }
    const { action, method, enctype, params } = manifest.share_target
    const form = Object.assign(document.createElement('form'), { action, method, enctype })
    for (const [key, value] of Object.entries(texts))
      form.append(Object.assign(document.createElement('textarea'), { name: params[key]!, value }))
    if (photo) {
      const bytes = Uint8Array.from(atob(photo.base64), (char) => char.charCodeAt(0))
      const files = new DataTransfer()
      files.items.add(new File([bytes], photo.name, { type: photo.type }))
      const [{ name }] = params.files as [{ name: string }]
      const input = Object.assign(document.createElement('input'), { type: 'file', name })
      input.files = files.files
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }, shared)
  await leaves
}

const jpeg = async () => ({
  name: 'dish.jpg',
  type: 'image/jpeg',
  base64: (await quarters()).toString('base64'),
})

/** Chooses a photo in another site's form and sends the form, which leads to the wizard. */
async function sendPhoto(page: Page) {
  const { name, type, base64 } = await jpeg()
  const buffer = Buffer.from(base64, 'base64')
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: type, buffer })
  await page.getByRole('button', { name: 'Go' }).tap()
  await page.waitForURL('**/add-yolo**')
}

/** Returns the addresses of what the caches for photos hold. */
const keptPhotos = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = (await caches.keys()).filter((name) => name.includes('photo'))
    const keys = await Promise.all(caches_.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'a shared photo begins the wizard, also without a network, and isn’t kept',
    { tag: '@long' },
    async ({ page, context }) => {
      const member = await join(page)
      await page.goto('/login')
      await page.getByLabel('E-mail').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill('nine calm otters')
      await page.getByRole('button', { name: 'Current Members - Log In' }).tap()
      await page.waitForURL('**/home')
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.evaluate(() =>
        fetch('/manifest.webmanifest', { cache: 'reload' }).then((it) => it.text()),
      )
      await context.setOffline(true)

      await share(page, { photo: await jpeg() })
      await title(page, 'Start with a photo')
      const photo = page.getByAltText('The one you chose')
      await expect(photo).toBeVisible()
      expect(await photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
      expect(await keptPhotos(page)).toEqual([expect.stringMatching(/^\/photo-to-add\/\w+\.jpg$/)])
      await page.reload()
      await expect(photo).toBeVisible()
      await page.getByRole('button', { name: 'NEXT' }).tap()
      await title(page, 'Where are you?')

      // What the browser can't read is said, and the photo of before is set aside with its draft.
      const heic = { name: 'IMG_1.HEIC', type: '', base64: btoa('no photo') }
      await share(page, { photo: heic })
      await expect(page.getByText('This browser can’t read HEIC photos.')).toBeVisible()
      await expect(photo).toBeHidden()
      expect(await keptPhotos(page)).toHaveLength(1)

      await share(page, { texts: { text: 'Lucy Gus\nhttps://maps.apple.com/?ll=44.98,-93.26' } })
      await expect(page.getByRole('combobox', { name: 'Restaurant name' })).toHaveValue('Lucy Gus')

      await context.setOffline(false)
      await share(page, { photo: await jpeg() })
      await expect(photo).toBeVisible()
      await page.getByRole('button', { name: 'Without a photo' }).tap()
      await title(page, 'Where are you?')
      expect(await keptPhotos(page)).toHaveLength(1)
      await share(page, { photo: await jpeg() })
      await expect(photo).toBeVisible()
      await page.goto('/logout')
      await expect(page.getByText('You are logged out.')).toBeVisible()
      expect(await keptPhotos(page)).toEqual([])
    },
  )
})

test.describe('a form of another site', () => {
  test.use({ serviceWorkers: 'allow' })

  for (const policy of ['strict-origin-when-cross-origin', 'no-referrer'])
    test(`brings no photo along (${policy})`, async ({ page, context, baseURL }) => {
      await page.goto('/home')
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await context.route('http://elsewhere.localhost/', (route) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'Referrer-Policy': policy },
          body: `<form method="post" action="${baseURL}/add-yolo" enctype="multipart/form-data"><input type="file" name="photo"><input name="title" value="Zebra Palace"><button>Go</button></form>`,
        }),
      )
      await page.goto('http://elsewhere.localhost/')
      await sendPhoto(page)
      await title(page, 'Which city?')
      expect(page.url()).not.toMatch(/shared|Zebra/)
      await expect(page.getByAltText('The one you chose')).toBeHidden()
      expect(await keptPhotos(page)).toEqual([])
    })

  // A page that hides its origin can't be told from the system's share. What it fills in is seen, and sent by nobody
  // but the member (docs/safety.md).
  test('of a page that hides its origin only fills in what the member sees', async ({
    page,
    context,
    baseURL,
  }) => {
    await page.goto('/home')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.route('http://elsewhere.localhost/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': 'sandbox allow-forms' },
        body: `<form method="post" action="${baseURL}/add-yolo" enctype="multipart/form-data"><input type="file" name="photo"><button>Go</button></form>`,
      }),
    )
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/') && request.method() !== 'GET') writes.push(request.url())
    })
    await page.goto('http://elsewhere.localhost/')
    await sendPhoto(page)
    await title(page, 'Start with a photo')
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    await expect(page.getByText('This photo was shared with Yolo.')).toBeVisible()
    await expectClean(page)
    expect(writes).toEqual([])
  })
})

test(
  'without the service worker, a shared photo is asked for again and a place is read',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home')
    await share(page, { photo: await jpeg() })
    await title(page, 'Start with a photo')
    await expect(page.getByText('The photo that you shared didn’t arrive.')).toBeVisible()
    await expectClean(page)
    await share(page, { texts: { text: 'https://maps.app.goo.gl/a1B2c3' } })
    await expect(page.getByText('We couldn’t read a place from what you shared.')).toBeVisible()
  },
)
