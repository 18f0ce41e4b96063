import { between, day, hour, minute, pick, someNetwork, wait } from '../model.ts'
import type { Act, City, Dish, Member, Story } from '../model.ts'
import { guest, votes } from './crowds.ts'
import { puppet } from './attacks.ts'

// Puppets do what an honest member did, so that the rule takes that member for one of them. Each victim did nothing
// but what is copied: who did something else is never held anyway.

type Way = 'alike' | 'ring' | 'network' | 'reports' | 'rush'
const ways: Way[] = ['alike', 'ring', 'network', 'reports', 'rush']
/** So long the victims have been members, in days. */
const ages = [1, 7, 365]

/** So many puppets for each victim, and how long it takes until all have joined. */
const sizes: Record<Way, { least: number; most: number; within: number }> = {
  alike: { least: 12, most: 18, within: hour },
  ring: { least: 12, most: 30, within: 9 * day },
  network: { least: 12, most: 19, within: 3 * day },
  reports: { least: 20, most: 30, within: day },
  rush: { least: 80, most: 150, within: hour },
}

/** The same of five signals, each at victims of a day, a week and a year. */
export function frame(city: City): Story {
  const taken = new Set<number>()
  const framed = ways.flatMap((way) => ages.map((age) => frameOne(city, way, age, taken)))
  return {
    members: framed.flatMap(({ members }) => members),
    acts: framed.flatMap(({ acts }) => acts),
    targets: [...taken],
    days: 11,
  }
}

function frameOne(city: City, way: Way, age: number, taken: Set<number>) {
  const { random, start } = city
  const joined = start - age * day
  const victim = guest(city, joined, someNetwork(random), age > 1 ? 1 : 0.5)
  const own = actsOf(city, way, victim, taken)
  const { least, most, within } = sizes[way]
  const begins = start + random() * 6 * hour
  // Half of the time the puppets were made some days before: a victim of a day came after them.
  const waits = random() < 0.5 ? (2 + random() * 3) * day : 0
  const puppets = Array.from({ length: between(least, most, random) }, () => {
    const network = way === 'network' ? victim.network : someNetwork(random)
    const one = puppet(city, begins - waits + random() * within, network)
    return random() < 0.5 ? one : { ...one, verified: null }
  })
  return {
    members: [victim, ...puppets],
    acts: [
      ...own,
      ...puppets.flatMap((one) => copied(city, way, own, one, one.joined + waits + 2 * minute)),
    ],
  }
}

/** What the victim did, all of it before the puppets did anything. */
function actsOf(city: City, way: Way, victim: Member, taken: Set<number>): Act[] {
  const { random, start } = city
  const from = victim.joined + 5 * minute
  const dishes = ofTheirOwn(
    city,
    way === 'rush' || way === 'reports' ? 1 : between(6, 9, random),
    taken,
  )
  const within = Math.min(start - from, 5 * day)
  const moments = dishes.map(() => from + random() * within).sort((a, b) => a - b)
  const acts = dishes.map(({ id }, n) => votes(victim, id, moments[n]!))
  if (way === 'reports') {
    const [{ id, restaurant }] = dishes as [Dish]
    return [
      { ...acts[0]!, kind: 'gone', on: id },
      { ...acts[0]!, kind: 'closed', on: restaurant },
    ]
  }
  if (way === 'ring') acts[0] = { ...acts[0]!, kind: 'favourite' }
  return acts
}

function ofTheirOwn(city: City, count: number, taken: Set<number>): Dish[] {
  return Array.from({ length: count }, () => {
    const dish = pick(
      city.dishes.filter(({ id }) => !taken.has(id)),
      city.random,
    )
    taken.add(dish.id)
    return dish
  })
}

/** The same in the same order by a puppet; in a ring it saves one of the dishes that the victim voted for. */
function copied(
  { random }: City,
  way: Way,
  own: Act[],
  { id, network }: Member,
  from: number,
): Act[] {
  const saved = way === 'ring' ? 1 + Math.floor(random() * (own.length - 1)) : -1
  let at = from
  return own.map((act, n) => {
    at += wait(minute, random)
    const voted = act.kind === 'favourite' ? 'vote' : act.kind
    const kind = n === saved ? 'favourite' : voted
    return { kind, member: id, on: act.on, at, network, bought: true }
  })
}
