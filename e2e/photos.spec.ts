import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectClean, listen, loadUntil, stayOnLastPage, test } from './checks.ts'
import { Newcomer } from './newcomer.ts'
import { file, giantPng, noise, quarters } from './photo-files.ts'
import { ask } from './site/database.ts'

test.setTimeout(120_000)
// Playwright's trace would fetch the blob: URL of a photo. The site's CSP forbids that, and the checks below would
// report it.
test.use({ trace: 'off' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const crop = (page: Page) => page.getByRole('group', { name: /^Your photo/ })
const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test.beforeEach(({ page }) => stayOnLastPage(page))

/** Saves a favorite as a new member and opens the wizard's step to upload its photo. */
async function atUpload(page: Page) {
  const newcomer = new Newcomer()
  await newcomer.join(page)
  const dish = `Photographed ${newcomer.key}`
  const id = await page.evaluate(async (itemName) => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token: string }
    const answer = await fetch('/api/yolos', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ placeId: 'demo:lucy-gus', categoryId: 3, itemName }),
    })
    const saved = (await answer.json()) as { id: number }
    const draft = { saved: { ...saved, restaurantName: 'Lucy & Gus', categoryId: 3 } }
    sessionStorage.setItem('add-yolo', JSON.stringify(draft))
    return saved.id
  }, dish)
  await page.goto('/add-yolo?step=upload')
  await title(page, 'Add a photo?')
  return { id, dish }
}

async function kept(page: Page, id: number) {
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

  test('choose, turn, move and save by touch, and see it on the card', async ({ page }) => {
    const { id, dish } = await atUpload(page)
    await expect(page.getByText('DON’T SAVE leaves out only the photo')).toBeVisible()
    await expectClean(page)
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
    await drag(page, 40, 0)
    await button(page, 'Smaller').tap()
    await button(page, 'Save photo').tap()
    await title(page, 'Yolo added.')
    const photo = await kept(page, id)
    expect(photo?.ratio).toBeCloseTo(4 / 3, 2)
    expect(photo?.corners).toEqual(['blue', 'red', 'yellow', 'green'])

    const card = page.getByRole('article').filter({ hasText: dish })
    const shown = card.locator('img').first()
    await loadUntil(
      () => page.goto('/burgers/minneapolis-mn-us'),
      async () => (await shown.count()) === 1,
    )
    await shown.scrollIntoViewIfNeeded()
    await expect(shown).toHaveAttribute('srcset', /-320\.webp 320w, .*-1280\.webp 1280w/)
    await expect
      .poll(() => shown.evaluate((it) => (it as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    // Where the card stands now, the bar may cover half of a button, which axe takes for one that is too small.
    await page.evaluate(() => scrollTo(0, 0))
    // Another test may replace its photo while this list still links to the old one.
    await expectClean(page, { expected: /404/ })
  })

  async function drag(page: Page, x: number, y: number) {
    const box = (await crop(page).boundingBox())!
    const client = await page.context().newCDPSession(page)
    const at = (part: number) => ({
      x: box.x + box.width / 2 + x * part,
      y: box.y + box.height / 2 + y * part,
    })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [at(part)],
      })
    const before = await page.locator('img[src^="blob:"]').evaluate((it) => it.style.transform)
    await touch('touchStart', 0)
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part)
    await touch('touchEnd', 1)
    await expect
      .poll(() => page.locator('img[src^="blob:"]').evaluate((it) => it.style.transform))
      .not.toBe(before)
  }
})

test(
  'a connection that drops in the middle keeps the photo for another try',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const line = await openLine(Number(new URL(baseURL!).port))
    const context = await browser.newContext({
      baseURL: line.origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await listen(page)
    const { id } = await atUpload(page)
    await page.getByLabel('Photo file').setInputFiles(file(await noise()))
    await expect(crop(page)).toBeVisible()
    const picture = page.locator('img[src^="blob:"]')
    const chosen = (await picture.getAttribute('src'))!
    const bar = page.getByRole('progressbar', { name: 'Sent so far' })
    const stuck = async (name: string) => {
      line.state = 'stuck'
      await button(page, name).tap()
      await expect
        .poll(() => bar.evaluate((it) => (it as HTMLProgressElement).value))
        .toBeGreaterThan(0)
    }

    await stuck('Save photo')
    await button(page, 'Cancel').tap()
    await expect(bar).toBeHidden()
    await expect(crop(page)).toBeVisible()
    await expect(picture).toHaveAttribute('src', chosen)
    line.state = 'open'
    expect(await kept(page, id)).toBeNull()

    await stuck('Save photo')
    line.cut()
    await expect(page.getByText(/^Kept on this device/).first()).toBeVisible()
    await expectClean(page, { expected: /net::ERR_/ })
    // Asked before the line opens, because the queue may send the photo at once.
    expect(await photosOf(id)).toEqual([])

    line.state = 'open'
    await page.reload()
    await expect.poll(() => photosOf(id), { timeout: 30_000 }).toHaveLength(1)
    expect((await kept(page, id))?.ratio).toBeCloseTo(4 / 3, 2)
    expect(await photosOf(id)).toHaveLength(1)
    // Polls, because uploads of other tests store the file before its row.
    await expect.poll(filesOfNone).toEqual([])
    await expectClean(page, { expected: /net::ERR_/ })
    await context.close()
    line.close()
  },
)

const photosOf = (yoloId: number) => ask('select name from photos where yolo_id = $1', [yoloId])

/**
 * Returns the names of files that belong neither to a yolo's photo (even of a deleted yolo that can be restored) nor to
 * a member's picture.
 */
async function filesOfNone() {
  const folder = join(process.env.E2E_STATE_DIR!, 'photos')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found.filter((one) => one.isFile()).map(({ name }) => name)
  const known = await ask<{ name: string }>(
    `select name from photos union select photo ->> 'name' from deleted_yolos where photo is not null
      union select name from avatars`,
  )
  const owned = new Set(known.map(({ name }) => name))
  return names.filter((name) => !owned.has(name.slice(0, 32)))
}

/** Starts a proxy to the site that can stall after the first bytes of an upload, or drop all connections. */
async function openLine(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (line.state === 'cut') return void client.destroy()
    const site = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, site],
      [site, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        sockets.delete(from)
      })
    }
    site.pipe(client)
    let passed = 0
    client.on('data', (chunk) => {
      passed = line.state === 'stuck' ? passed + chunk.length : 0
      if (passed > 100_000) client.pause()
      else site.write(chunk)
    })
  })
  const line = {
    origin: '',
    state: 'open' as 'open' | 'stuck' | 'cut',
    cut() {
      line.state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      line.cut()
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  line.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}

test('by keyboard alone', async ({ page }) => {
  const { id } = await atUpload(page)
  const { keyboard } = page
  const focused = () =>
    page.evaluate(() => {
      const it = document.activeElement
      return it?.getAttribute('aria-label') ?? it?.textContent?.trim()
    })
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused()) === name) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${name}.`)
  }
  // Starts to wait before the key is pressed, because the file chooser may open at once.
  const chooser = page.waitForEvent('filechooser')
  await tabTo('Choose a photo')
  await keyboard.press('Enter')
  await (await chooser).setFiles(file(await quarters()))
  await expect(crop(page)).toBeFocused()
  await tabTo('Rotate left')
  await keyboard.press('Enter')
  await tabTo('Larger')
  for (let nth = 0; nth < 4; nth++) await keyboard.press('Enter')
  await keyboard.press('Shift+Tab')
  await expect(page.getByRole('slider', { name: 'Scale' })).toBeFocused()
  await keyboard.press('Home')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Shift+Tab')
  for (let nth = 0; nth < 30; nth++) await keyboard.press('Enter')
  await tabTo('Save photo')
  await keyboard.press('Enter')
  await title(page, 'Yolo added.')
  await expect(page.locator('#question')).toBeFocused()
  expect((await kept(page, id))?.corners).toEqual(['green', 'yellow', 'red', 'blue'])
})

test(
  'a picture that is too large for the browser isn’t called damaged',
  { tag: '@long' },
  async ({ page }) => {
    await atUpload(page)
    await page.getByLabel('Photo file').setInputFiles(file(giantPng(), 'giant.png', 'image/png'))
    await expect(page.getByText('This photo has too many pixels for this device.')).toBeVisible()
  },
)

test('drops and pastes are taken, other files are not', { tag: '@long' }, async ({ page }) => {
  const { id } = await atUpload(page)
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
  await give('drop', Buffer.from('GIF89a'), 'a.gif', 'image/gif')
  await expect(page.getByText(/damaged/)).toBeHidden()
  // Chromium draws the upper half of this one.
  const whole = await sharp(await quarters())
    .png()
    .toBuffer()
  await give('drop', whole.subarray(0, whole.length / 2), 'half.png', 'image/png')
  await expect(page.getByText(/damaged/)).toBeVisible()
  await give('drop', await quarters(), 'a.jpg', 'image/jpeg')
  await expect(crop(page)).toBeVisible()
  const first = await page.locator('img[src^="blob:"]').getAttribute('src')
  await give('paste', await quarters(), 'b.jpeg', '')
  await expect(page.locator('img[src^="blob:"]')).not.toHaveAttribute('src', first!)
  await expectClean(page)

  // The page shows its own message, because the server sent none.
  await page.route('**/image/upload', (route) => route.fulfill({ status: 500, body: 'oh' }), {
    times: 1,
  })
  await button(page, 'Save photo').click()
  await expect(page.getByText('An error occurred')).toBeVisible()
  await button(page, 'Try again').click()
  await title(page, 'Yolo added.')
  expect((await kept(page, id))?.corners).toEqual(['red', 'green', 'blue', 'yellow'])
})

test(
  'the dialog opens with the photo that is there, to be turned and cut again from all of it',
  { tag: '@long' },
  async ({ page }) => {
    const { id } = await atUpload(page)
    await page.getByLabel('Photo file').setInputFiles(file(await quarters()))
    await expect(crop(page)).toBeVisible()
    for (let nth = 0; nth < 4; nth++) await button(page, 'Larger').click()
    await button(page, 'Save photo').click()
    await title(page, 'Yolo added.')
    expect((await kept(page, id))?.corners).toEqual(['red', 'green', 'blue', 'yellow'])

    const again = async (turn: string) => {
      await page.goto('/my-page')
      await page.getByRole('button', { name: /^Yolo Settings/ }).click()
      await button(page, 'Edit or upload photo').click()
      await expect(crop(page)).toBeVisible()
      await button(page, turn).click()
      await expectClean(page)
      await button(page, 'Save photo').click()
      await expect(page.getByText('Photo saved.')).toBeVisible()
    }
    await again('Rotate right')
    expect((await kept(page, id))?.corners).toEqual(['blue', 'red', 'yellow', 'green'])
    // The part that the first rotation cut off is back.
    await again('Rotate left')
    expect((await kept(page, id))?.corners).toEqual(['red', 'green', 'blue', 'yellow'])
  },
)

test(
  'a photo waits until the tool that cuts it can be loaded, and can be left for later',
  { tag: '@long' },
  async ({ page }) => {
    // As if the page had just been reloaded, which it tries once, in case a newer build has replaced the script.
    await page.addInitScript(() => sessionStorage.setItem('reloadedAt', String(Date.now())))
    const script = /photo-crop[^/]*\.js/
    await page.route(script, (route) => route.abort())
    const { id } = await atUpload(page)
    await page.getByLabel('Photo file').setInputFiles(file(await quarters()))
    await expect(page.getByText('Your photo is kept: check your connection.')).toBeVisible()
    await expect(page.getByAltText('The one you chose')).toBeVisible()
    await expectClean(page, { expected: /ERR_FAILED/ })
    await page.unroute(script)
    await button(page, 'Try again').click()
    await expect(crop(page)).toBeVisible()
    await button(page, "DON'T SAVE").click()
    await title(page, 'Yolo added.')
    expect(await kept(page, id)).toBeNull()
  },
)
