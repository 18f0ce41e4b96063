import { expect } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { pushService, type TestDevice } from './push-service.testing.ts'
import { queues } from './queues.server.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

/** A site whose devices are at a push service on this machine, and whose clock the tests set. */
export async function siteWithPushes() {
  const service = await pushService()
  const app = await testApp({ settings: { pushHosts: [service.origin] } })
  const place = await app.restaurant({ name: 'The Anchor' })

  /** A noon to come, because the database's own defaults are of today. Each test begins a day later. */
  let now = (Math.floor(Date.now() / day) + 1.5) * day
  const setTime = (milliseconds: number) => {
    now = milliseconds
    app.clock.set(new Date(now))
  }
  const later = (milliseconds: number) => setTime(now + milliseconds)

  /** Looks for what happened and tells the devices that are due, as the clock does each minute. */
  const round = async () => {
    later(minute)
    await queues(app.services)[0]!.run({})
  }
  const old = () => app.member({ createdAt: new Date('2026-01-01') })
  const dish = (by: Person, name?: string) =>
    app.item({ restaurant: place.id, category: 3, by: by.id, ...(name ? { name } : {}) })
  const upvote = (as: Person, item: number) => app.post(`/api/items/${item}/upvote`, {}, { as })
  const subscribe = async (as: Person, device: TestDevice) => {
    const { status, body } = await app.post('/api/user/push-subscriptions', device.subscription, {
      as,
    })
    expect(status).toBe(200)
    return body.id as number
  }
  const rowOf = (id: number) =>
    app.database
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
  const makeDue = (ids: number[], at: Date) =>
    app.database
      .updateTable('push_subscriptions')
      .set({ next_at: at })
      .where('id', 'in', ids)
      .execute()
  /** Tells the device as if it were due, and returns its row. */
  const run = async (id: number) => {
    await makeDue([id], new Date(now))
    await queues(app.services)[0]!.run({})
    return (await rowOf(id))!
  }

  /** A member with a dish and a device, and another who may upvote it. */
  async function told(timeZone?: string) {
    later(day)
    const [owner, fan] = [await old(), await old()]
    const item = await dish(owner, `Pho ${owner.id}`)
    const device = service.device(timeZone)
    const id = await subscribe(owner, device)
    later(1000)
    return { owner, fan, item, device, id }
  }

  return {
    service,
    app,
    now: () => now,
    setTime,
    later,
    round,
    old,
    dish,
    upvote,
    subscribe,
    rowOf,
    makeDue,
    run,
    told,
  }
}
