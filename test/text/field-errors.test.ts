import { expect, test } from 'vitest'
import { calls as allCalls } from '#app/contract.ts'
import { openWorld } from '#platform/testing/access-world.ts'
import type { Role } from '#platform/testing/access.ts'

const world = await openWorld()

const odd: unknown[] = [undefined, '', -1.5, 1e12, true, [[]], {}, 'x'.repeat(9000)]

/** Texts that are required word for word, although they aren't whole sentences. */
const exact = new Set(['Email is required'])

/**
 * Matches libraries' messages, which must not reach a client: 'Invalid input: expected string', 'Too small',
 * 'Unrecognized key'.
 */
const foreign = /invalid|expected|received|too (small|big)|unrecognized|NaN|undefined|null/i

const roleFor = (access: string): Role =>
  ({ anyone: 'visitor', member: 'member', 'admin-or-20': '514' }[access] as Role) ?? '514'

const asked = allCalls.filter(
  ({ input, consumes, unsafeGet }) =>
    !consumes && !unsafeGet && Object.keys(input.shape as object).length > 0,
)

test('no library’s wording reaches a client: whatever is sent, each field’s error is a sentence of ours', async () => {
  const texts = new Map<string, string>()
  const ask = async (call: (typeof asked)[number]) => {
    const as = await world.actor(roleFor(call.access))
    for (const value of odd) {
      const keys = Object.keys(call.input.shape as object).filter((key) => key !== 'userId')
      const input = Object.fromEntries(keys.map((key) => [key, value]))
      const { status, body } = await world.send(call, input, as)
      if (status !== 400 || !body.fields) continue
      for (const text of Object.values(body.fields as Record<string, string>))
        texts.set(text, `${call.route} ${JSON.stringify(value)?.slice(0, 20)}`)
    }
  }
  // Send the calls one after another, because in parallel some would wait too long for a connection on a slow machine.
  for (const call of asked) await ask(call)
  expect(texts.size).toBeGreaterThan(10)
  const wrong = [...texts].filter(
    ([text]) =>
      !exact.has(text) && (foreign.test(text) || !/^[\p{Lu}‘“][^\n]{4,120}[.?!]$/u.test(text)),
  )
  expect(wrong).toEqual([])
})
