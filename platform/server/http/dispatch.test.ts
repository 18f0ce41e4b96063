import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notFound, type Refusal } from '#platform/contract/failure.ts'
import { RetryableConflictError, withRetries } from '../database/database.ts'
import { dispatcher } from './dispatch.ts'
import { implementCall } from './handler.ts'

const full = declareRefusal(409, 'full', 'It is full.', z.object({ seats: z.int() }))
const closed = declareRefusal(404, 'closed', 'It is closed.')
const board = call('POST /board', {
  summary: 'Board',
  access: 'anyone',
  limit: 'unlimited',
  input: z.object({ why: z.enum(['full', 'closed', 'gone', 'overtaken']) }),
  output: z.object({}),
  errors: [full],
})
const held = { seats: 3, secret: 'not declared' }
const handler = implementCall(board, async ({ input: { why } }) => {
  if (why === 'full') throw full(held)
  if (why === 'overtaken')
    return withRetries(() => Promise.reject(new RetryableConflictError('Each time.')))
  throw why === 'closed' ? closed() : notFound()
})

async function refused(why: string, strict: boolean) {
  const lines: string[] = []
  const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()))
  const dispatch = dispatcher([board], [handler], pino({}, stream), strict)
  const refusal: Refusal = await dispatch
    .run('POST /board', { why }, null, {} as never)
    .then(Promise.reject.bind(Promise), (error: Refusal) => error)
  return { status: refusal.status, body: refusal.body(), log: lines.join('') }
}

test('a declared refusal carries its details, and nothing besides', async () => {
  const { status, body, log } = await refused('full', true)
  expect(status).toBe(409)
  expect(body).toEqual({ error: 'full', message: 'It is full.', seats: 3 })
  expect(log).toBe('')
})

test('a general refusal needs no declaration', async () => {
  expect(await refused('gone', true)).toMatchObject({ status: 404, log: '' })
})

test('what others overtook again and again is asked to come back, not told as broken', async () => {
  const { status, body } = await refused('overtaken', true)
  expect([status, body.error]).toEqual([503, 'unavailable'])
})

test('a timing fault is tried again', async () => {
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries < 4) throw new RetryableConflictError('Another was quicker.')
    return tries
  }
  expect(await withRetries(work)).toBe(4)
})

test('an undeclared refusal fails tests, whatever its status', async () => {
  const { status, body, log } = await refused('closed', true)
  expect([status, body.error]).toEqual([500, 'broken'])
  expect(log).toContain('an undeclared refusal')
})

test('an undeclared refusal is logged as a defect in production, and sent as it is', async () => {
  const { status, body, log } = await refused('closed', false)
  expect([status, body.error]).toEqual([404, 'closed'])
  expect(JSON.parse(log)).toMatchObject({ level: 50, code: 'closed', route: 'POST /board' })
})

test('a refusal isn’t thrown without its details', () => {
  // @ts-expect-error: `seats` is missing.
  expect(() => full()).toThrow()
  // @ts-expect-error: it is a number.
  expect(() => full({ seats: 'three' })).toThrow()
  expect(full({ seats: 1, message: 'One left.' }).message).toBe('One left.')
})
