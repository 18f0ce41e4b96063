import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

export const categories = [2, 3] as const

export type Random = { pick<T>(list: readonly T[]): T; chance(part: number): boolean }

/**
 * Returns a random number generator (mulberry32). A seed always gives each client the same actions in the same order,
 * however the clients interleave.
 */
export function generator(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (part) => next() < part,
  }
}

export type World = {
  /** Two apps on one database, like two processes of the site. */
  apps: [TestApp, TestApp]
  photo: Buffer<ArrayBuffer>
  places: Array<{ id: number; placeId: string }>
  /** Two members who save and edit around one item, each with many clients. */
  pair: Person[]
  /** IDs of the members whom the admin holds and releases. */
  voters: number[]
  admin: Person
  special: Person
  /** Recent IDs of each member's yolos, including ones that no longer exist. */
  yolos: Map<number, number[]>
  items: number[]
  /** Restaurant and category of each item when it was saved, as 'restaurantId categoryId'. */
  menu: Map<number, string>
  /** Number of yolos that each member must have, according to the responses. */
  standing: Map<number, number>
  audited: number
  outcomes: Map<string, number>
  tried: Set<string>
  succeeded: Set<string>
  unexpected: string[]
}

export async function emptyWorld(): Promise<World> {
  const app = await testApp()
  const beside = await testApp({ beside: app })
  return {
    apps: [app, beside],
    photo: await makePhoto(),
    places: [await app.restaurant(), await app.restaurant()],
    pair: [await app.member(), await app.member()],
    admin: await app.member({ id: 7 }),
    special: await app.member({ id: 20 }),
    voters: [],
    yolos: new Map(),
    items: [],
    menu: new Map(),
    standing: new Map(),
    audited: 0,
    outcomes: new Map(),
    tried: new Set(),
    succeeded: new Set(),
    unexpected: [],
  }
}

/** Creates eight verified members and four unverified ones. The votes of two of those have lapsed. */
export async function makeOthers({ apps: [app] }: World): Promise<Person[]> {
  const others: Person[] = []
  for (let n = 0; n < 12; n++) {
    const createdAt = new Date(Date.now() - (n % 2 ? 1 : 8) * 86_400_000)
    others.push(await app.member(n < 8 ? {} : { verified: false, createdAt }))
  }
  return others
}
