import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const day = 24 * 60 * 60 * 1000
/**
 * Setting that trusts the X-Forwarded-For header of local clients, so that each corrector can have a separate network.
 */
export const trustProxy = ['127.0.0.1']

export type Corrector = Person & { headers: { 'x-forwarded-for': string } }
type Wanted = {
  days?: number
  /** How many days ago they verified their address, by default when they joined. */
  verifiedDays?: number
  acts?: number
  network?: number
  verified?: boolean
}

const dishes = new WeakMap<object, Promise<number[]>>()
let last = 0

/** Adds a member whose agreement counts by default: a verified member for 30 days, with five votes that count. */
export async function corrector(
  app: TestApp,
  { days = 30, verifiedDays = days, acts = 5, network = (last += 1), verified = true }: Wanted = {},
): Promise<Corrector> {
  const ago = (count: number) => new Date(Date.now() - count * day)
  const person = await app.member({
    createdAt: ago(days),
    verifiedAt: ago(verifiedDays),
    verified,
  })
  if (!dishes.has(app)) dishes.set(app, votedFor(app))
  const voted = (await dishes.get(app)!).slice(0, acts)
  if (voted.length > 0)
    await app.database
      .insertInto('votes')
      .values(voted.map((item_id) => ({ item_id, user_id: person.id })))
      .execute()
  const ip = `100.${64 + (network >> 8)}.${network & 255}.9`
  return { ...person, headers: { 'x-forwarded-for': ip } }
}

async function votedFor(app: TestApp) {
  const { id: restaurant } = await app.restaurant({ latitude: 60, longitude: 20 })
  const { id: by } = await app.member()
  const made = []
  for (const category of [1, 2, 3, 4, 5])
    made.push((await app.item({ restaurant, category, by })).id)
  return made
}

export const byCorrector = ({ headers, ...as }: Corrector) => ({ as, headers })

/** Addresses to which the tests let members change a restaurant's. What no source says waits for an admin. */
export const streets = ['2 New', '5 New', '42 Same', '5 Anchor', '6 Anchor'].map(
  (street) => `${street} Street`,
)

/** Makes an import say that these are addresses of a restaurant, so that members can change its address to one of them. */
export async function importedAddresses(
  { database }: TestApp,
  restaurant: number,
  addresses: string[],
): Promise<void> {
  await database
    .insertInto('held_changes')
    .values(
      addresses.map((address) => ({
        restaurant_id: restaurant,
        reason: 'moved',
        key: address,
        given: JSON.stringify({ address }),
      })),
    )
    .onConflict((same) => same.doNothing())
    .execute()
}
