import { zipf } from '../../centres.ts'
import {
  between,
  day,
  hour,
  mealTime,
  minute,
  pick,
  second,
  someNetwork,
  wait,
  type Act,
  type City,
  type Dish,
  type Member,
  type Story,
} from '../model.ts'

/**
 * Returns a dish in the middle of a category with many dishes, so that it is worth promoting. Someone has saved it, so
 * that lists show it. `skip` chooses another one.
 */
export function middling(city: City, skip = 0): Dish {
  const count = (id: number, kind: Act['kind']) =>
    city.acts.filter((one) => one.kind === kind && one.on === id && one.at < city.start).length
  const ranked = city.dishes
    .map((dish) => ({ dish, votes: count(dish.id, 'vote'), saved: count(dish.id, 'favourite') }))
    .filter(({ saved }) => saved > 0)
    .sort((a, b) => b.votes - a.votes)
  const middles = ranked.filter(({ dish }) => {
    const rivals = ranked.filter((other) => other.dish.category === dish.category)
    const place = rivals.findIndex((other) => other.dish === dish) / rivals.length
    return rivals.length >= 12 && place > 0.4 && place < 0.6
  })
  return middles[(Math.floor(middles.length / 2) + skip) % middles.length]!.dish
}

/** Creates an attacker's account, with a real, verified email address and an ordinary name. */
export const puppet = (city: City, joined: number, network: string): Member => ({
  id: city.nextMember(),
  joined,
  verified: joined + 30 * second + wait(5 * minute, city.random),
  network,
  who: 'attacker',
})

const vote = (one: Member, on: number, at: number): Act => ({
  kind: 'vote',
  member: one.id,
  on,
  at,
  network: one.network,
  bought: true,
})

/** 1,000 accounts vote in one night, from one data center or from as many networks. */
function inANight(city: City, networkOf: (n: number) => string): Story {
  const target = middling(city)
  const members = Array.from({ length: 1_000 }, (_, n) =>
    puppet(city, city.start + 22 * hour + city.random() * 7 * hour, networkOf(n)),
  )
  const acts = members.map((one) =>
    vote(one, target.id, one.joined + minute + wait(20 * minute, city.random)),
  )
  return { members, acts, targets: [target.id], days: 2 }
}
export const puppets = (city: City) => inANight(city, (n) => `data centre ${n % 3}`)
export const networks = (city: City) => inANight(city, (n) => `proxy ${n}`)

/** 1,000 accounts vote in the course of half a year, from ordinary networks. */
export function drip(city: City): Story {
  const { random, start } = city
  const target = middling(city)
  const members = Array.from({ length: 1_000 }, () =>
    puppet(city, start + random() * 180 * day, someNetwork(random)),
  )
  const acts = members.map((one) =>
    vote(one, target.id, one.joined + minute + wait(12 * hour, random)),
  )
  return { members, acts, targets: [target.id], days: 181 }
}

/**
 * Thirty owners vote for each other's dishes within ten days. Their accounts are real and 20 to 260 days old. Each has
 * saved a dish of its own and voted for a few others.
 */
export function ring(city: City): Story {
  const { random, start } = city
  const own = [...Map.groupBy(city.dishes, ({ restaurant }) => restaurant).values()]
    .slice(0, 30)
    .map((menu) => pick(menu, random))
  const members = own.map(() =>
    puppet(city, start - (20 + random() * 240) * day, someNetwork(random)),
  )
  const acts = members.flatMap((one, n): Act[] => {
    const saves: Act = {
      kind: 'favourite',
      member: one.id,
      on: own[n]!.id,
      at: one.joined + hour,
      network: one.network,
    }
    const others = own.filter((_, other) => other !== n && random() < 0.92)
    const known = Array.from({ length: 5 }, () => pick(city.dishes, random)).filter(
      (dish) => !own.includes(dish),
    )
    const besides = known.map((dish): Act => ({
      ...vote(one, dish.id, one.joined + random() * (start - one.joined)),
      bought: false,
    }))
    return [
      saves,
      ...besides,
      ...others.map((dish) => vote(one, dish.id, mealTime(start + random() * 9 * day, random))),
    ]
  })
  return { members, acts, targets: own.map(({ id }) => id), days: 10 }
}

/** Returns an act for a random dish of another restaurant. */
function elsewhere(city: City, one: Member, not: Dish, at: number): Act {
  const others = city.dishes.filter(({ restaurant }) => restaurant !== not.restaurant)
  return { ...vote(one, pick(others, city.random).id, at), bought: false }
}

/**
 * 100 to 200 accounts a night, three nights, each of which votes for a random dish elsewhere, just before or just after
 * the target. With `takesBack` it takes the vote elsewhere back at once.
 */
function withOneMore(
  city: City,
  { isVerified, takesBack = false }: { isVerified: boolean; takesBack?: boolean },
): Story {
  const { random, start } = city
  const target = middling(city)
  const members: Member[] = []
  const acts: Act[] = []
  const size = between(100, 200, random)
  for (const night of [0, 1, 2])
    for (let n = 0; n < size; n++) {
      const joined = start + night * day + 19 * hour + random() * 30 * minute
      const made = puppet(city, joined, someNetwork(random))
      const one = isVerified ? made : { ...made, verified: null }
      const at = joined + minute + wait(5 * minute, random)
      const other = elsewhere(city, one, target, at + (random() < 0.5 ? -1 : 1) * 20 * second)
      members.push(one)
      acts.push(vote(one, target.id, at), other)
      if (takesBack) acts.push({ ...other, kind: 'back', at: other.at + second })
    }
  return { members, acts, targets: [target.id], days: 4 }
}
export const oneMore = (city: City) => withOneMore(city, { isVerified: false })
export const oneMoreVerified = (city: City) => withOneMore(city, { isVerified: true })
export const oneMoreTakenBack = (city: City) =>
  withOneMore(city, { isVerified: true, takesBack: true })

/** The same as `reports`, by accounts that each vote for a dish elsewhere first. */
export function reportsOneMore(city: City): Story {
  const story = reports(city)
  const rival = city.dishes.find(({ id }) => id === story.targets[0])!
  const others = story.members.map((one) => elsewhere(city, one, rival, one.joined + 30 * second))
  return { ...story, acts: [...others, ...story.acts] }
}

/** 25 accounts report within three days that a rival has closed and that its dishes are gone. */
export function reports(city: City): Story {
  const { random, start } = city
  const rival = middling(city, 3)
  const menu = city.dishes.filter(({ restaurant }) => restaurant === rival.restaurant)
  const members = Array.from({ length: 25 }, () =>
    puppet(city, start + random() * 2 * day, someNetwork(random)),
  )
  const acts = members.flatMap((one): Act[] => {
    const at = one.joined + wait(5 * hour, random)
    const report = (kind: 'gone' | 'closed', on: number): Act => ({
      kind,
      member: one.id,
      on,
      at: at + random() * hour,
      network: one.network,
      bought: true,
    })
    return [
      report('closed', rival.restaurant),
      ...menu.filter(() => random() < 0.7).map(({ id }) => report('gone', id)),
    ]
  })
  return { members, acts, targets: menu.map(({ id }) => id), days: 4 }
}

/** Sixty real members, who joined more than a month ago, are paid for one vote each within a week. */
export function bought(city: City): Story {
  const { random, start } = city
  const target = middling(city, 5)
  const busy = new Set(
    city.acts.filter(({ on, at }) => on === target.id || at > start).map(({ member }) => member),
  )
  const paid = city.members
    .filter(({ id, joined, verified }) => joined < start - 30 * day && verified && !busy.has(id))
    .slice(0, 60)
  const acts = paid.map((one) => vote(one, target.id, mealTime(start + random() * 6 * day, random)))
  return { members: [], acts, targets: [target.id], days: 7 }
}

/**
 * An attacker who knows the rule creates 300 accounts in two months, five a day and so below the threshold of every
 * crowd, from ordinary networks. Each votes first for two to four well-known dishes, days later for the target, and
 * then once or twice for others.
 */
export function adaptive(city: City): Story {
  const { random, start } = city
  const target = middling(city)
  const known = [...city.dishes].sort((a, b) => b.quality - a.quality)
  const members = Array.from({ length: 300 }, () =>
    puppet(city, start + random() * 60 * day, someNetwork(random)),
  )
  const acts = members.flatMap((one) => {
    const before = Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => known[zipf(known.length, random, 0.8)]!,
    )
    const after = Array.from(
      { length: 1 + Math.floor(random() * 2) },
      () => known[zipf(known.length, random, 0.8)]!,
    )
    const voted = one.joined + (2 + random() * 9) * day
    return [
      ...before.map(({ id }) => vote(one, id, one.joined + 5 * minute + random() * 36 * hour)),
      vote(one, target.id, mealTime(voted, random)),
      ...after.map(({ id }) => vote(one, id, mealTime(voted + wait(6 * day, random), random))),
    ]
  })
  return { members, acts, targets: [target.id], days: 75 }
}

/** Four attacks at the same time, each with its own targets. */
export function together(city: City): Story {
  const all = [networks, ring, reports, bought].map((one) => one(city))
  return {
    members: all.flatMap(({ members }) => members),
    acts: all.flatMap(({ acts }) => acts),
    targets: [...new Set(all.flatMap(({ targets }) => targets))],
    days: 10,
  }
}
