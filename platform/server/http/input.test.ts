import { expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import type { Refusal } from '#platform/contract/failure.ts'
import { readInput } from './input.ts'

const save = call('POST /save', {
  summary: 'Save',
  access: 'anyone',
  limit: 'unlimited',
  input: z.object({ text: z.string(), anything: z.unknown().optional() }),
})

/** Returns the messages of the refused fields, or the accepted input. */
function read(body: unknown): unknown {
  try {
    return readInput(save, { params: {}, query: {}, body })
  } catch (error) {
    return (error as Refusal).details.fields
  }
}

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)])

it('what can’t be stored is refused wherever it is', () => {
  const message = 'This can’t be stored.'
  expect(read({ text: 'a\0' })).toEqual({ text: message })
  expect(read({ text: 'a', anything: [0, { b: '\ud800' }] })).toEqual({ 'anything.1.b': message })
  expect(read({ text: 'a', anything: { 'a\0': 1 } })).toEqual({ anything: message })
  expect(read({ text: 'a', anything: nested(19) })).toEqual({ text: 'a', anything: nested(19) })
  expect(Object.values(read({ text: 'a', anything: nested(21) }) as object)).toEqual([message])
})

it('S30 of a body, only what is known and of the right shape is looked at', () => {
  let looks = 0
  const watched = new Proxy([], { ownKeys: () => (looks++, []), get: () => void looks++ })
  expect(read({ text: 'a', unknown: watched })).toEqual({ text: 'a' })
  expect(read({ text: watched })).toEqual({ text: 'This must be text.' })
  expect(looks).toBe(0)
})

it('S14 __proto__ is an unknown key, at each depth', () => {
  const input = read(
    JSON.parse('{"text":"a","__proto__":{"a":1},"anything":{"__proto__":{"b":1}}}'),
  ) as { anything: object }
  expect(Object.keys(input)).toEqual(['text', 'anything'])
  expect('a' in input || 'b' in input.anything || 'b' in {}).toBe(false)
})
