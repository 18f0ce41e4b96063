import pg from 'pg'
import { recountQueue } from '../../features/items/votes/recount.server.ts'
import { runWeighing } from '../../features/trust/weigh.server.ts'
import { createDatabase } from '../../platform/server/database/database.ts'
import type { Services } from '../../platform/server/services.ts'
import { generator } from '../centres.ts'
import { desk } from './desk.ts'
import { anyHeld, away, most, shares, tell, type Figures } from './figures.ts'
import { day, type City, type Story } from './model.ts'
import { act, build, join } from './place.ts'

export type Mode = 'none' | 'rule' | 'desk'
/** How many days after the attack's last day the results are measured. */
const afterwards = 7

/** Fills in the city until the day before the attack and weighs everything. Every scenario begins with this state. */
export async function settle(url: string, city: City) {
  await using site = openSite(url)
  const { services, clock } = site
  await build(services.database, city.restaurants, city.dishes)
  clock.at = city.start
  await join(
    services.database,
    city.members.filter(({ joined }) => joined < city.start),
  )
  await act(
    services.database,
    city.acts.filter(({ at }) => at < city.start),
  )
  await recountQueue(services).run({})
  await runWeighing(services, true)
}

/** Plays a scenario day by day on a copy of the settled city. */
export async function play(
  url: string,
  city: City,
  story: Story,
  mode: Mode,
  seed: number,
): Promise<Figures> {
  await using site = openSite(url)
  const { services, clock } = site
  const { database } = services
  const random = generator(seed * 31 + 7)
  // Discard the generator's first numbers, which are similar for similar seeds.
  for (let n = 0; n < 20; n++) random()
  const members = [...city.members, ...story.members]
  const acts = [...city.acts, ...story.acts].sort((a, b) => a.at - b.at)
  await build(database, story.restaurants ?? [], story.dishes ?? [])
  await tell(database, members, story.acts)
  // Add what an innocent crowd did before the first day. A village, for example, has existed all along.
  const early = story.members.filter(({ joined }) => joined < city.start)
  clock.at = city.start
  await join(database, early)
  await act(
    database,
    story.acts.filter(({ at }) => at < city.start),
  )
  if (mode !== 'none' && early.length > 0) await runWeighing(services, true)

  const first = Math.min(...story.acts.filter(({ bought }) => bought).map(({ at }) => at))
  let [worst, found] = [0, null as number | null]
  for (let n = 0; n < story.days + afterwards; n++) {
    const [from, to] = [city.start + n * day, city.start + (n + 1) * day]
    const today = (at: number) => at >= from && at < to
    await join(
      database,
      members.filter(({ joined }) => today(joined)),
    )
    await act(
      database,
      acts.filter(({ at }) => today(at)),
    )
    clock.at = to
    await recountQueue(services).run({})
    worst = Math.max(worst, most(await away(database, clock.now()), story.targets))
    if (mode === 'none') continue
    await runWeighing(services)
    if (mode === 'desk') await desk(services, random)
    if (found === null && (await anyHeld(database))) found = (to - first) / day
  }
  const places = await away(database, clock.now())
  const share = await shares(database)
  return {
    farthest: most(places),
    gain: most(places, story.targets),
    worst,
    falseAlarms: share.honest,
    groupFalseAlarms: share.group,
    days: found,
    stillCounted: share.attack,
  }
}

function openSite(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // The database is dropped with force, perhaps before its last connection has closed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = createDatabase(pool)
  const clock = { at: 0, now: () => new Date(clock.at) }
  const services = { database, clock } as unknown as Services
  return { services, clock, [Symbol.asyncDispose]: () => database.destroy() }
}
