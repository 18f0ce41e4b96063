import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser, browserFlags } from './bootstrap/browser.mjs'

// Playwright loads this file again in every worker, so the values that were chosen first are passed on in the
// environment.
process.env.CHROMIUM_PATH ??= (await findBrowser()).path
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_STATE_DIR ??= join(tmpdir(), `yolo-journeys-${process.pid}-${process.env.E2E_PORT}`)
const { CHROMIUM_PATH, E2E_PORT, E2E_STATE_DIR } = process.env

const origin = `http://127.0.0.1:${E2E_PORT}`

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/letters.ts',
  outputDir: 'test-results/journeys',
  workers: 2,
  timeout: 120_000,
  // An expected element usually appears at once. Only a failure, or a machine that others use too, takes longer.
  expect: { timeout: 30_000 },
  // A busy machine can delay a browser for longer than the timeout, so a failed journey runs a second time. Both runs
  // are printed.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: origin,
    // A page from the device would hide what a journey waits for from the server. e2e/offline/offline.spec.ts allows them.
    serviceWorkers: 'block',
    // Journeys would have to wait for animations. Those that test an animation turn it on themselves.
    contextOptions: { reducedMotion: 'reduce' },
    // Writing a trace costs about as much as the journey itself.
    trace: 'on-first-retry',
    launchOptions: { executablePath: CHROMIUM_PATH, args: browserFlags },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
  webServer: {
    // The site writes mails to files in E2E_STATE_DIR/mail, where journeys find the links in them.
    command: `exec "${process.execPath}" e2e/site/serve.mjs`,
    url: `${origin}/api/health/ready`,
    env: {
      PORT: E2E_PORT,
      HOST: '127.0.0.1',
      STATE_DIR: E2E_STATE_DIR,
      DEMO: '1',
      RATE_LIMITS: 'off',
      // Lets a journey set X-Forwarded-For, to have members on several networks.
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
      CONTACT_EMAIL: 'team@yolo.example',
      SOCIAL_LINKS: 'https://www.instagram.com/yolo.example,https://food.example/@yolo',
    },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
