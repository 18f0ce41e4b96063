import { between, day, hour, minute, pick, someNetwork, wait } from '../model.ts'
import type { Act, City, Dish, Member, Story } from '../model.ts'
import { guest, votes } from './crowds.ts'
import { puppet } from './attacks.ts'

// Puppets copy what an honest member did, so that the rule takes that member for one of them. The victims did nothing
// else, because a member who did something else is never held.

type Way = 'alike' | 'ring' | 'network' | 'reports' | 'rush' | 'ahead' | 'reports ahead'
const ways: Way[] = ['alike', 'ring', 'network', 'reports', 'rush', 'ahead', 'reports ahead']
/** How many days the victims have been members. */
const ages = [1, 7, 365]

/** Number of puppets per victim, from `least` to `most`, and the time within which all of them join. */
const sizes: Record<Way, { least: number; most: number; within: number }> = {
  alike: { least: 12, most: 18, within: hour },
  ring: { least: 12, most: 30, within: 9 * day },
  network: { least: 12, most: 19, within: 3 * day },
  reports: { least: 20, most: 30, within: day },
  rush: { least: 80, most: 150, within: hour },
  ahead: { least: 12, most: 18, within: 20 * hour },
  'reports ahead': { least: 20, most: 30, within: day },
}

/**
 * Frames victims by each of the five signals, and by accounts that did before them what they would do (`ahead`): one who joined
 * a day ago, one a week ago and one a year ago.
 */
export const frame = (city: City) => frameBy(city, ways, false)

/** The same, where the victim voted for one more dish elsewhere, and so does each of the puppets. */
export const frameOneMore = (city: City) => frameBy(city, ['alike', 'rush', 'reports'], true)

function frameBy(city: City, ways: Way[], hasMore: boolean): Story {
  const taken = new Set<number>()
  const framed = ways.flatMap((way) =>
    ages.map((age) => frameOne(city, { way, age, hasMore }, taken)),
  )
  return {
    members: framed.flatMap(({ members }) => members),
    acts: framed.flatMap(({ acts }) => acts),
    targets: [...taken],
    days: 11,
  }
}

type Framing = { way: Way; age: number; hasMore: boolean }

function frameOne(city: City, { way, age, hasMore }: Framing, taken: Set<number>) {
  const { random, start } = city
  const joined = start - age * day
  const victim = guest(city, joined, someNetwork(random), age > 1 ? 1 : 0.5)
  const own = actsOf(city, way, victim, taken)
  const { least, most, within } = sizes[way]
  const begins = start + random() * 6 * hour
  // Half of the time the puppets joined some days earlier, so that a victim who joined a day ago came after them.
  const waits = !way.endsWith('ahead') && random() < 0.5 ? (2 + random() * 3) * day : 0
  const puppets = Array.from({ length: between(least, most, random) }, () => {
    const network = way === 'network' ? victim.network : someNetwork(random)
    const one = puppet(city, begins - waits + random() * within, network)
    return random() < 0.5 ? one : { ...one, verified: null }
  })
  const early = way.endsWith('ahead') ? ahead(city, way, victim, own) : { members: [], acts: [] }
  const others = hasMore ? [victim, ...puppets] : []
  const more = others.map((one) =>
    votes(one, pick(city.dishes, random).id, one.joined + minute + random() * minute),
  )
  return {
    members: [victim, ...early.members, ...puppets],
    acts: [
      ...own,
      ...more.filter(({ on }) => !taken.has(on)),
      ...early.acts,
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
    way === 'rush' || way.startsWith('reports') ? 1 : between(6, 9, random),
    taken,
  )
  const within = Math.min(start - from, 5 * day)
  const moments = dishes.map(() => from + random() * within).sort((a, b) => a - b)
  const acts = dishes.map(({ id }, n) => votes(victim, id, moments[n]!))
  if (way.startsWith('reports')) {
    const [{ id, restaurant }] = dishes as [Dish]
    return [
      { ...acts[0]!, kind: 'gone', on: id },
      { ...acts[0]!, kind: 'closed', on: restaurant },
    ]
  }
  if (way === 'ring') acts[0] = { ...acts[0]!, kind: 'favourite' }
  return acts
}

/**
 * Returns accounts that act before the victim does: one that votes for everything and later takes all back that the
 * victim doesn't like, or four unverified ones that report what the victim will report.
 */
function ahead(city: City, way: Way, victim: Member, own: Act[]) {
  const { random, start, dishes } = city
  const joined = victim.joined - hour
  const act = (one: Member, kind: Act['kind'], on: number, at: number): Act => ({
    kind,
    member: one.id,
    on,
    at,
    network: one.network,
    bought: true,
  })
  if (way === 'reports ahead') {
    const members = Array.from({ length: 4 }, (): Member => ({
      ...puppet(city, joined, someNetwork(random)),
      verified: null,
    }))
    return {
      members,
      acts: members.map((one) => act(one, own[0]!.kind, own[0]!.on, joined + minute)),
    }
  }
  const one = puppet(city, joined, someNetwork(random))
  const liked = new Set(own.map(({ on }) => on))
  const others = dishes.filter(({ id }) => !liked.has(id)).slice(0, 20)
  const acts = [
    ...own.map(({ on }) => act(one, 'vote', on, joined + minute)),
    ...others.map(({ id }) => act(one, 'vote', id, joined + minute)),
    ...others.map(({ id }) => act(one, 'back', id, start + minute)),
  ]
  return { members: [one], acts }
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
