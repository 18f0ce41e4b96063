import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { chromium } from '@playwright/test'
import { browserFlags } from '../../bootstrap/browser.mjs'
import { expect, test } from '../checks.ts'

test('the site can be installed', async ({ page, baseURL }) => {
  // Playwright's own contexts are incognito, where nothing can be installed whatever the site does.
  const folder = await mkdtemp(joinPath(tmpdir(), 'yolo-installs-'))
  const browser = await chromium.launchPersistentContext(folder, {
    serviceWorkers: 'allow',
    baseURL: baseURL!,
    executablePath: process.env.CHROMIUM_PATH!,
    args: browserFlags,
  })
  try {
    const home = browser.pages()[0]!
    await home.goto('/home')
    await home.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const devtools = await browser.newCDPSession(home)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'it is installed in spite of a file that first couldn’t be fetched',
    { tag: '@long' },
    async ({ page, context }) => {
      let failed = false
      await context.route('/offline', async (route) => {
        if (failed) return route.continue()
        failed = true
        return route.abort()
      })
      await page.goto('/home')
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      expect(failed).toBe(true)
    },
  )
})
