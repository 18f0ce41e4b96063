import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './checks.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'a page of another site can lead here, but not embed a page',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    const { hostname } = new URL(baseURL!)
    const elsewhere = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`
      <title>Elsewhere</title>
      <a href="${baseURL}/about">Read about them</a>
      <iframe src="${baseURL}/home"></iframe>`),
    ).listen(0)
    const { port } = elsewhere.address() as AddressInfo
    try {
      // With our service worker, through which a link from elsewhere goes, too.
      await page.goto('/home')
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      const framed = context.waitForEvent(
        'response',
        (response) => response.url() === `${baseURL}/home`,
      )
      await page.goto(`http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}/`)
      expect((await framed).status()).toBe(403)
      await page.getByRole('link', { name: 'Read about them' }).click()
      await expect(
        page.getByRole('heading', { level: 1, name: /^The tastiest food in town/ }),
      ).toBeVisible()
    } finally {
      elsewhere.close()
    }
  },
)
