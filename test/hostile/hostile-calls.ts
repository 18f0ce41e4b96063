import { describe, expect, it } from 'vitest'
import { calls } from '#app/contract.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { abuseCall, expectOurs, sendRaw } from './hostile.ts'
import { unstorable } from './hostile-values.ts'

const app = await testApp()
const admin = await app.member({ id: 514 })
const friend = await app.member()
const { id: restaurant } = await app.restaurant()
const { id: item, yoloId } = await app.item({ restaurant, category: 3, by: friend.id })
const ids = [item, yoloId, restaurant, friend.id, 3, 1]

const known = new Map<string, Person>()

/**
 * Returns a person who may make the call. Opens a new session or account if an earlier call has ended the previous one.
 */
async function actorFor(access: string): Promise<Person> {
  const role = access === 'anyone' || access === 'member' ? 'member' : 'admin'
  const before = known.get(role)
  if (before && (await app.get('/api/sessions', { as: before })).status === 200) return before
  const { database, clock } = app.services
  const actor =
    role === 'admin'
      ? { ...admin, ...(await openSession(database, clock, admin.id, { userAgent: 'test' })) }
      : await app.member()
  known.set(role, actor)
  return actor
}

/** Tests S29 for every call of the contract. */
export const abuseEveryCall = (options: { runs: number; seed?: number }) =>
  describe.each(calls.map((call) => [call.route, call] as const))('S29 %s', (_route, call) => {
    it('never breaks, whatever is sent', () =>
      abuseCall(app, call, () => actorFor(call.access), ids, options))

    it('refuses NUL and halves of characters in every key', async () => {
      const keys = Object.keys(call.input.shape as object).filter(
        (key) => call.consumes !== 'multipart/form-data' || call.route.includes(`:${key}`),
      )
      for (const key of keys)
        for (const text of unstorable) {
          const answer = await sendRaw(app, call, { [key]: text }, await actorFor(call.access))
          expectOurs(answer, `${key} of ${call.route}`)
          // Lone surrogates in a URL aren't valid UTF-8, so they arrive as U+FFFD or lead to a 404.
          if (text.includes('\0')) expect(answer.status, `${key} of ${call.route}`).toBe(400)
        }
    })
  })
