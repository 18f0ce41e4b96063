import { expect } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'

const METRICS_TOKEN = 'only-for-this-test'

async function residentMegabytes({ get }: SiteProcess): Promise<number> {
  const { text } = await get('/api/metrics', { as: { token: METRICS_TOKEN } })
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1024 / 1024
}

/** Sends `count` distinct requests from sixteen clients at once: lists, and every tenth time a page. */
async function askDistinct({ get }: SiteProcess, from: number, count: number): Promise<void> {
  let next = from
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < from + count) {
        const n = next++
        const near = `latitude=${44.9 + (n % 1000) / 5000}&longitude=${-93.4 + n / 50_000}`
        const path = n % 10 === 0 ? `/burgers?${near}` : `/api/yolos?category=3&${near}`
        const { status } = await get(path, { headers: { 'Accept-Encoding': 'gzip' } })
        expect([200, 429, 503]).toContain(status)
      }
    }),
  )
}

/**
 * Returns by how many megabytes the site's memory grows (docs/safety.md, F14) with this many distinct requests, each of
 * which returns two full lists.
 */
export async function growth(questions: number): Promise<number> {
  const app = await testApp()
  for (const latitude of [44.98, 10]) {
    const { id } = await app.restaurant({ latitude })
    for (let n = 0; n < 50; n++)
      await app.item({ restaurant: id, category: 3, by: (await app.member()).id })
  }
  const site = await startSite({
    DATABASE_URL: app.databaseUrl,
    STATE_DIR: app.services.settings.stateDir,
    METRICS_TOKEN,
  })
  try {
    await askDistinct(site, 0, 150)
    const before = await residentMegabytes(site)
    await askDistinct(site, 150, questions)
    const after = await residentMegabytes(site)
    console.log(`${before.toFixed(0)} MB → ${after.toFixed(0)} MB after ${questions} questions`)
    return after - before
  } finally {
    await site.end('SIGTERM')
  }
}
