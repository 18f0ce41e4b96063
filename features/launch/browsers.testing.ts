import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testApp } from '#platform/testing/app.ts'

export const browser =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** Returns headers of a request by a browser in the network with this number. */
export const from = (network: number, userAgent = browser) => ({
  headers: { 'x-forwarded-for': `100.64.${network}.7`, 'user-agent': userAgent },
})

/**
 * Starts an app that believes the addresses in `from`. Its key is fixed, so that networks share a bit by chance in every
 * run or in none.
 */
export async function appBehindProxy(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ ...options, settings: { trustProxy: ['127.0.0.1'] } })
  await writeFile(join(app.services.settings.stateDir, 'unmet-demand.key'), Buffer.alloc(32, 0))
  return app
}
