import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

type Api = Pick<TestApp, 'get' | 'post'>

const day = 24 * 60 * 60 * 1000
export const minneapolis = { name: 'Minneapolis', latitude: 44.98, longitude: -93.27, miles: 10 }

/** Returns what an admin posts to make a contest that is open now and closes in 30 days. */
export const contestFacts = (now = new Date()) => ({
  title: 'Minneapolis: your favorites could win',
  prize: 'An Apple Watch',
  area: minneapolis,
  categories: [] as number[],
  eligibility: 'People of Minneapolis',
  opensAt: now.toISOString(),
  closesAt: new Date(now.getTime() + 30 * day).toISOString(),
  drawsAt: new Date(now.getTime() + 31 * day).toISOString(),
  publicValueName: 'The numbers of the state lottery after the closing',
})

export async function makeContest(app: Api, admin: Person, facts: object = {}): Promise<number> {
  const { status, body } = await app.post(
    '/api/contests',
    { ...contestFacts(), ...facts },
    { as: admin },
  )
  if (status !== 200) throw new Error(`No contest was made: ${JSON.stringify(body)}`)
  return body.id
}
