import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leastOfThree } from '#platform/testing/least.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'
import type { TestApp } from '#platform/testing/app.ts'

/** Milliseconds within which the site says that it lives, whatever it works on. */
export const most = 50

/** The site in a process of its own, on a test's database, with a probe that tells how long its thread was held. */
export const probedSite = ({ databaseUrl, services }: TestApp): Promise<SiteProcess> =>
  startSite({
    DATABASE_URL: databaseUrl,
    STATE_DIR: services.settings.stateDir,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('held-up-probe.mjs', import.meta.url))}`,
  })

/** The longest that the site's thread worked without a pause since it was last asked, in its own time. */
async function heldFor(site: SiteProcess): Promise<number> {
  const said = () => [...site.output().matchAll(/^held ([\d.]+)$/gm)]
  const before = said().length
  process.kill(site.pid, 'SIGUSR2')
  return Number((await until(() => said()[before], 'The probe says nothing.'))[1])
}

/** The longest that /api/health/live took while the work was done. */
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

/** Given another number each time, to ask for something else: an answer may be kept. */
export type Work = (time: number) => Promise<unknown>
export type Held = { live: number; control: number; thread: number }

/** The least that a piece of work held the site's thread up in three tries: a collection of garbage may come between. */
export async function threadHeldBy(site: SiteProcess, work: Work, control: Work): Promise<number> {
  // What the first of a kind costs (code compiled, statements planned) is no matter of what was sent.
  await control(0)
  await heldFor(site)
  let time = 0
  return leastOfThree(most, async () => {
    await work(++time)
    return heldFor(site)
  })
}

/**
 * How much longer the site was held up by a piece of work than by a harmless one of the same kind: a busy machine
 * makes both wait, so the least of three is taken.
 */
export async function heldUp(site: SiteProcess, work: Work, control: Work): Promise<Held> {
  // What the first of a kind costs (code compiled, statements planned) is no matter of what was sent.
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
