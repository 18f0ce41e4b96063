import { livedBy } from '../city.ts'
import {
  between,
  day,
  hour,
  mealTime,
  minute,
  pick,
  someNetwork,
  wait,
  type Act,
  type City,
  type Member,
  type Story,
} from '../model.ts'
import { middling } from './attacks.ts'

// The seed determines how large each crowd is, so that a rule that only fits one size gets noticed.

/** Creates a new member who comes with a crowd, and who verifies with the probability `verifying`. */
export function guest(city: City, joined: number, network: string, verifying: number): Member {
  const { random } = city
  const verified = random() < verifying ? joined + minute + wait(6 * hour, random) : null
  return { id: city.nextMember(), joined, verified, network, who: 'group' }
}

export const votes = (one: Member, on: number, at: number): Act => ({
  kind: 'vote',
  member: one.id,
  on,
  at,
  network: one.network,
})

/** Returns what the newcomers do later: this share of them go on to use the site as members do. */
export function later(city: City, members: Member[], share: number): Act[] {
  const { random, start } = city
  const byQuality = [...city.dishes].sort((a, b) => b.quality - a.quality)
  return members
    .filter(() => random() < share)
    .flatMap((one) =>
      livedBy(
        { ...one, joined: one.joined + wait(10 * day, random) },
        1 + Math.floor(wait(3, random)),
        byQuality,
        start + 190 * day,
        random,
      ),
    )
}

/**
 * A school trip: a class of 20 to 35 on the school's network and on phones. Each votes for what they ate at up to three
 * places.
 */
export function schoolClass(city: City): Story {
  const { random, start } = city
  const places = [0, 1, 2].map((n) => middling(city, n * 3 - 4).restaurant)
  const menus = places.map((place) => city.dishes.filter(({ restaurant }) => restaurant === place))
  const joined = start + 9 * hour
  const members = Array.from({ length: between(20, 35, random) }, (_, n) =>
    guest(city, joined + random() * 40 * minute, n % 4 === 0 ? 'carrier 1' : 'school', 0.7),
  )
  const acts = members.flatMap((one) => {
    const meals = menus.filter((_, n) => n === 0 || random() < 0.75)
    return meals.map((menu, n) =>
      votes(one, pick(menu, random).id, start + (12 + n * 3) * hour + random() * 50 * minute),
    )
  })
  return {
    members,
    acts: [...acts, ...later(city, members, 0.3)],
    targets: menus.flat().map(({ id }) => id),
    days: 2,
  }
}

/**
 * A village far from the city: 40 to 100 people on two networks, and three restaurants, one of them a pub for which
 * most of them vote.
 */
export function village(city: City): Story {
  const { random, start } = city
  const restaurants = [0, 1, 2].map((n) => ({
    id: city.nextRestaurant(),
    latitude: 42.1 + n * 0.004,
    longitude: -74.9,
    opens: start - 260 * day,
  }))
  const dishes = restaurants.flatMap(({ id }) =>
    Array.from({ length: 4 }, (_, n) => ({
      id: city.nextDish(),
      restaurant: id,
      category: [1, 3, 6, 10][n]!,
      quality: random(),
    })),
  )
  const members = Array.from({ length: between(40, 100, random) }, () =>
    guest(
      city,
      start + (random() * 270 - 250) * day,
      random() < 0.7 ? 'village' : 'village phone',
      0.8,
    ),
  )
  const acts = members.flatMap((one): Act[] => {
    const known = random() < 0.6 ? dishes.slice(0, 4) : dishes
    const count = 1 + Math.floor(wait(1.5, random))
    return Array.from({ length: count }, (_, n): Act => {
      const at = one.joined + (n === 0 ? 10 * minute : random() * 90 * day)
      return {
        kind: random() < 0.3 && n === 0 ? 'favourite' : 'vote',
        member: one.id,
        on: pick(known, random).id,
        at,
        network: one.network,
      }
    })
  })
  return { members, acts, restaurants, dishes, targets: dishes.map(({ id }) => id), days: 21 }
}

/**
 * The genuine rush to a new restaurant: 150 to 280 people in ten days, most of them in the first few. About two in
 * three are members already.
 */
export function opening(city: City): Story {
  const { random, start } = city
  const place = {
    id: city.nextRestaurant(),
    latitude: 40.757,
    longitude: -73.985,
    opens: start - day,
  }
  const dishes = Array.from({ length: 6 }, () => ({
    id: city.nextDish(),
    restaurant: place.id,
    category: pick([1, 3, 4, 6, 13], random),
    quality: 0.8,
  }))
  const when = () => mealTime(start + Math.min(9, wait(3, random)) * day, random)
  const known = city.members
    .filter(({ joined }) => joined < start)
    .sort(() => random() - 0.5)
    .slice(0, between(100, 180, random))
  const fresh = Array.from({ length: between(50, 100, random) }, () =>
    guest(city, when(), someNetwork(random), 0.75),
  )
  const acts = [
    ...known.map((one) => votes(one, pick(dishes, random).id, when())),
    ...fresh.map((one): Act => ({
      ...votes(one, pick(dishes, random).id, one.joined + 5 * minute),
      kind: random() < 0.3 ? 'favourite' : 'vote',
    })),
  ]
  return {
    members: fresh,
    acts: [...acts, ...later(city, fresh, 0.4)],
    restaurants: [place],
    dishes,
    targets: dishes.map(({ id }) => id),
    days: 11,
  }
}

/**
 * Innocent crowds that look like one person: 25 to 50 guests of a restaurant who follow a code on the tables and vote
 * for one dish in one evening, on its Wi-Fi; a dormitory of 40 to 80 on one network, over a month; 90 to 150 people,
 * half of them new, whom a newspaper sends to another dish, within about four days.
 */
export function table(city: City): Story {
  const { random, start } = city
  const [dish, mentioned] = [middling(city), middling(city, 2)]
  const evening = start + 18 * hour
  const guests = Array.from({ length: between(25, 50, random) }, () =>
    guest(city, evening + random() * 4 * hour, 'guest wi-fi', 0.5),
  )
  const students = Array.from({ length: between(40, 80, random) }, () =>
    guest(city, start + random() * 28 * day, 'dormitory', 0.7),
  )
  const readers = Array.from({ length: between(45, 75, random) }, () =>
    guest(city, mealTime(start + wait(1.2, random) * day, random), someNetwork(random), 0.6),
  )
  const known = city.members
    .filter(({ joined }) => joined < start)
    .sort(() => random() - 0.5)
    .slice(0, readers.length)
  const acts = [
    ...guests.map((one) => votes(one, dish.id, one.joined + minute + wait(10 * minute, random))),
    ...students.flatMap((one) => later(city, [one], 1)),
    ...readers.map((one) => votes(one, mentioned.id, one.joined + minute + wait(2 * hour, random))),
    ...known.map((one) =>
      votes(one, mentioned.id, mealTime(start + wait(1.2, random) * day, random)),
    ),
    ...later(city, guests, 0.35),
    ...later(city, readers, 0.35),
  ]
  return {
    members: [...guests, ...students, ...readers],
    acts,
    targets: [dish.id, mentioned.id],
    days: 28,
  }
}

/**
 * A post that many read: 100 to 300 people join within a day for one dish. Two in three vote once or twice elsewhere in
 * the same hour. Those who don't verify count among the honest, so the group's figures are about those who do.
 */
export function viral(city: City): Story {
  const { random, start } = city
  const [dish, other] = [middling(city), city.dishes.filter(({ quality }) => quality > 0.5)]
  const members = Array.from({ length: between(100, 300, random) }, (): Member => {
    const one = guest(city, mealTime(start, random), someNetwork(random), 0.75)
    return { ...one, who: one.verified === null ? 'honest' : 'group' }
  })
  const acts = members.flatMap((one) => {
    const at = one.joined + minute + wait(10 * minute, random)
    const more = random() < 2 / 3 ? between(1, 2, random) : 0
    return [
      votes(one, dish.id, at),
      ...Array.from({ length: more }, () =>
        votes(one, pick(other, random).id, at + minute + random() * hour),
      ),
    ]
  })
  return {
    members,
    acts: [...acts, ...later(city, members, 0.35)],
    targets: [dish.id],
    days: 3,
  }
}
