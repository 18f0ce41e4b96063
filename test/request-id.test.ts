import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { sendRefusal } from '#platform/server/http/refusals.ts'
import { asRefusal } from '#platform/server/http/dispatch.ts'
import { openLog } from '#platform/server/log.ts'
import { createRequestId, sendRequestIds } from '#platform/server/http/request-id.ts'
import { testApp } from '#platform/testing/app.ts'

const ours = /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/

it('every answer has a number of its own: calls, refusals, files and pages', async () => {
  const app = await testApp()
  const seen = new Set<string>()
  for (const path of ['/api/health/live', '/api/yolos', '/api/nothing', '/nothing', '/api/%00']) {
    const id = (await app.get(path)).headers.get('x-request-id')
    expect(id, path).toMatch(ours)
    seen.add(id!)
  }
  expect(seen.size).toBe(5)
})

it.each([
  ['a0f3-44_Z9', true],
  ['7fa3c2d1', true],
  ['short', false],
  ['x'.repeat(65), false],
  ['<script>alert(1)</script>', false],
  ['one two three', false],
])(
  'a number given from outside is taken over only where it is plainly one: %s',
  async (given, taken) => {
    const app = await testApp()
    const { headers } = await fetch(`${app.origin}/api/health/live`, {
      headers: { 'x-request-id': given },
    })
    expect(headers.get('x-request-id') === given).toBe(taken)
  },
)

it('S33 what broke is told with the number that its log line has, and with nothing else of it', async () => {
  const lines: string[] = []
  const into = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const log = openLog('error', into)
  const server = Fastify({ genReqId: createRequestId })
  sendRequestIds(server)
  server.setErrorHandler((error, request, reply) =>
    sendRefusal(request, reply, asRefusal(error, undefined, log)),
  )
  server.get('/api/breaks', async () => {
    await new Promise(setImmediate)
    throw new Error('the inside of it')
  })
  const { headers, body } = await server.inject('/api/breaks')
  const id = String(headers['x-request-id'])
  expect(id).toMatch(ours)
  expect(JSON.parse(body)).toEqual({
    error: 'broken',
    message: `Something went wrong on our side. Tell us this number: ${id}`,
  })
  expect(lines.join('')).toContain(`"requestId":"${id}"`)
})
