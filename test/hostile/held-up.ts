import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leastOfThree } from '#platform/testing/least.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'
import type { TestApp } from '#platform/testing/app.ts'

/** Maximum time that an input may occupy the site's main thread or delay its liveness response, in milliseconds. */
export const most = 50

/**
 * Starts the site in a separate process on a test's database, with a probe that reports how long its thread was busy.
 */
export const probedSite = ({ databaseUrl, services }: TestApp): Promise<SiteProcess> =>
  startSite({
    DATABASE_URL: databaseUrl,
    STATE_DIR: services.settings.stateDir,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('held-up-probe.mjs', import.meta.url))}`,
  })

/**
 * Returns the longest time that the site's main thread has worked without a pause since the last call, in milliseconds
 * of CPU time.
 */
async function heldFor(site: SiteProcess): Promise<number> {
  const said = () => [...site.output().matchAll(/^held ([\d.]+)$/gm)]
  const before = said().length
  process.kill(site.pid, 'SIGUSR2')
  return Number((await until(() => said()[before], 'The probe says nothing.'))[1])
}

/** Returns the longest time that /api/health/live took during the work, in milliseconds. */
async function livenessDuring(site: SiteProcess, work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const live = () =>
    new Promise<number>((resolve, reject) => {
      const begun = performance.now()
      request(`${site.origin}/api/health/live`, { agent }, (answer) =>
        answer.resume().on('end', () => resolve(performance.now() - begun)),
      )
        .on('error', reject)
        .end()
    })
  let done = false
  const working = work().finally(() => (done = true))
  let longest = 0
  do longest = Math.max(longest, await live(), await wait(2, 0))
  while (!done)
  await working
  agent.destroy()
  return longest
}

/**
 * Sends an input. It gets a different number each time, to request something else, because a response may be cached.
 */
export type Work = (time: number) => Promise<unknown>
export type Held = { live: number; control: number; thread: number }

/**
 * Returns the lowest of up to three measurements of how long the work occupied the site's thread, in milliseconds,
 * because garbage may be collected during one of them.
 */
export async function threadHeldBy(site: SiteProcess, work: Work, control: Work): Promise<number> {
  // Warm up first, because compiling code and planning statements doesn't depend on the input.
  await control(0)
  await heldFor(site)
  let time = 0
  return leastOfThree(most, async () => {
    await work(++time)
    return heldFor(site)
  })
}

/**
 * Measures, in milliseconds, how long the work and a harmless request of the same kind delay the liveness response, and
 * how long the work occupies the thread. Takes the lowest of up to three measurements, because a busy machine delays
 * both.
 */
export async function heldUp(site: SiteProcess, work: Work, control: Work): Promise<Held> {
  // Warm up first, because compiling code and planning statements doesn't depend on the input.
  await control(0)
  await heldFor(site)
  const held: Held = { live: Infinity, control: 0, thread: Infinity }
  let time = 0
  await leastOfThree(most, async () => {
    time++
    const ordinary = await livenessDuring(site, () => control(time))
    await heldFor(site)
    const live = await livenessDuring(site, () => work(time))
    const thread = await heldFor(site)
    held.thread = Math.min(held.thread, thread)
    if (live - ordinary < held.live - held.control) Object.assign(held, { live, control: ordinary })
    return Math.max(held.thread, held.live - held.control)
  })
  return held
}
