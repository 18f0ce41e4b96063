import { between, day, hour, minute, pick, someNetwork, wait } from '../model.ts'
import type { Act, City, Dish, Member, Story } from '../model.ts'
import { guest, votes } from './crowds.ts'
import { puppet } from './attacks.ts'

// Puppets copy what an honest member did, so that the rule takes that member for one of them. The victims did nothing
// else, because a member who did something else is never held.

type Way = 'alike' | 'ring' | 'network' | 'reports' | 'rush'
const ways: Way[] = ['alike', 'ring', 'network', 'reports', 'rush']
/** How many days the victims have been members. */
const ages = [1, 7, 365]

/** Number of puppets per victim, from `least` to `most`, and the time within which all of them join. */
const sizes: Record<Way, { least: number; most: number; within: number }> = {
  alike: { least: 12, most: 18, within: hour },
  ring: { least: 12, most: 30, within: 9 * day },
  network: { least: 12, most: 19, within: 3 * day },
  reports: { least: 20, most: 30, within: day },
  rush: { least: 80, most: 150, within: hour },
}

/** Frames victims by each of the five signals: one who joined a day ago, one a week ago and one a year ago. */
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
  // Half of the time the puppets joined some days earlier, so that a victim who joined a day ago came after them.
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

/** Returns what the victim did, all of it before the puppets did anything. */
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

/**
 * Returns a puppet's copies of the victim's acts, in the same order. In a ring it saves one of the dishes that the
 * victim voted for.
 */
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
