import { beforeAll, beforeEach, expect, it } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { violatedInvariants } from '#platform/testing/invariants.ts'
import type { Person } from '#platform/testing/people.ts'
import { minutesAfter } from '../trust.testing.ts'
import { runWeighing } from '../weigh.server.ts'

// Puppets that act before the member whom they frame, so that the member looks like one of those who copy.

const now = new Date('2026-05-05T20:00:00Z')
let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

beforeEach(async () => {
  await app.empty()
})

const at = (minute: number) => app.clock.set(minutesAfter(now, minute))
const vote = (item: number, as: Person) => app.post(`/api/items/${item}/upvote`, {}, { as })
const takeBack = (item: number, as: Person) =>
  app.post(`/api/items/${item}/removeUpvote`, {}, { as })

async function isHeld(one: Person): Promise<boolean> {
  const { services } = app
  const { token } = await openSession(services.database, services.clock, one.id, { userAgent: '' })
  return (await app.get('/api/holds', { as: { ...one, token } })).body.hold !== null
}
/** Asks for one after another, because so many at once wait too long for one of the few connections. */
async function heldOf(people: Person[]): Promise<number[]> {
  const held: number[] = []
  for (const one of people) if (await isHeld(one)) held.push(one.id)
  return held
}

async function dishes(count: number): Promise<number[]> {
  at(-400 * 24 * 60)
  const made: number[] = []
  for (let n = 0; n < count; n++) {
    const { id: restaurant } = await app.restaurant()
    made.push((await app.item({ restaurant, category: 3, by: (await app.member()).id })).id)
  }
  return made
}

type Joining = { minute: number; verified?: boolean }
/** Creates an account at this minute, which votes for these dishes, one every second. */
async function voter(items: number[], { minute, verified = true }: Joining): Promise<Person> {
  at(minute)
  const one = await app.member({ verified })
  for (const [n, item] of items.entries()) {
    at(minute + (n + 1) / 60)
    await vote(item, one)
  }
  return one
}

async function voters(items: number[], size: number, { minute, verified }: Joining, every = 1) {
  const made: Person[] = []
  for (let n = 0; n < size; n++)
    made.push(await voter(items, { minute: minute + every * n, verified }))
  return made
}

it('a member isn’t held with puppets of which one had voted for everything and keeps what the member likes', async () => {
  const all = await dishes(12)
  const liked = all.slice(3, 8)
  const ahead = await voter(all, { minute: -40 })
  const victim = await voter(liked, { minute: -22 })
  at(-21)
  for (const item of all) if (!liked.includes(item)) await takeBack(item, ahead)
  const made = await voters(liked, 14, { minute: -20, verified: false })
  at(0)
  await runWeighing(app.services)
  await runWeighing(app.services, true)
  expect(await isHeld(victim)).toBe(false)
  expect(await heldOf(made)).toEqual(made.map(({ id }) => id))
  expect(await violatedInvariants(app.database)).toEqual([])
})

it('nor where some of the puppets vote for what that one took back, as if it were theirs', async () => {
  const all = await dishes(12)
  const liked = all.slice(3, 8)
  const ahead = await voter(all, { minute: -40 })
  const victim = await voter(liked, { minute: -22 })
  at(-21)
  for (const item of all) if (!liked.includes(item)) await takeBack(item, ahead)
  const made = await voters(liked, 11, { minute: -20, verified: false })
  const others = all.filter((item) => !liked.includes(item))
  made.push(
    ...(await voters([...liked, ...others.slice(0, 4)], 4, { minute: -9, verified: false })),
    ...(await voters(all, 5, { minute: -5, verified: false })),
  )
  at(0)
  await runWeighing(app.services)
  expect(await isHeld(victim)).toBe(false)
  expect((await heldOf(made)).length).toBeGreaterThan(10)
})

it('nor where unverified accounts guessed what a verified member will like', async () => {
  const liked = await dishes(5)
  await voters(liked, 6, { minute: -29, verified: false })
  const victim = await voter(liked, { minute: -22 })
  const made = await voters(liked, 14, { minute: -20, verified: false })
  at(0)
  await runWeighing(app.services)
  expect(await isHeld(victim)).toBe(false)
  expect(await heldOf(made)).toEqual(made.map(({ id }) => id))
})

it('a guest isn’t held with a rush that unverified accounts began before them', async () => {
  const [dish] = await dishes(1)
  await voters([dish!], 6, { minute: -25, verified: false }, 0.4)
  const victim = await voter([dish!], { minute: -22 })
  const made = await voters([dish!], 90, { minute: -20 }, 0.1)
  at(0)
  await runWeighing(app.services)
  expect(await isHeld(victim)).toBe(false)
  expect(await heldOf(made)).toEqual(made.map(({ id }) => id))
})

it('a report isn’t held with false ones of which unverified accounts made the first four', async () => {
  const { id: restaurant } = await app.restaurant()
  const report = (as: Person) => app.post(`/api/restaurants/${restaurant}/closed`, {}, { as })
  const reporters = async (size: number, minute: number, verified: boolean) => {
    const made: Person[] = []
    for (let n = 0; n < size; n++) {
      at(minute + n)
      made.push(await app.member({ verified }))
      await report(made.at(-1)!)
    }
    return made
  }
  const ahead = await reporters(4, -30, false)
  const [victim] = await reporters(1, -26, true)
  const made = await reporters(11, -25, false)
  at(0)
  await runWeighing(app.services)
  expect(await isHeld(victim!)).toBe(false)
  expect((await heldOf([...ahead, ...made])).length).toBe(12)
})
