import { connect } from 'node:net'
import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import type { AnyCall } from '#platform/contract/call.ts'
import type { TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { fitting, hostile } from './hostile-values.ts'

export type Input = Record<string, unknown>
type RawAnswer = { status: number; body: string }

/** Percent-encodes text for a URL, including halves of surrogate pairs, which an attacker can send. */
const encoded = (text: string) =>
  Array.from(text)
    .map((sign) => {
      const code = sign.codePointAt(0)!
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(sign)
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
      return bytes.map((byte) => `%${byte.toString(16)}`).join('')
    })
    .join('')

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const pairs = (input: Input) =>
  Object.entries(input)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (item) => `${encoded(key)}=${encoded(asText(item) ?? '')}`,
      ),
    )
    .join('&')

const boundary = 'hostile-boundary'
const multipart = (input: Input) =>
  Object.entries(input)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"; filename="a.jpg"\r\n\r\n${asText(value)}\r\n`,
    )
    .join('') + `--${boundary}--\r\n`

/** Sends a call over a plain socket, because `fetch` would refuse or normalize such input. */
export async function sendRaw(app: TestApp, call: AnyCall, input: Input, as: Person | null) {
  const [method = '', pattern = ''] = call.route.split(' ')
  const rest = { ...input }
  let path = `/api${pattern.replace(/:(\w+)/g, (_: string, key: string) => {
    const value = rest[key] ?? 'x'
    delete rest[key]
    return encoded(asText(value) ?? '')
  })}`
  let body = ''
  let type: string = call.consumes ?? 'application/json'
  if (method === 'GET') path += `?${pairs(rest)}`
  else if (call.consumes === 'application/x-www-form-urlencoded') body = pairs(rest)
  else if (call.consumes) {
    type = `${type}; boundary=${boundary}`
    body = multipart(rest)
  } else body = JSON.stringify(call.bodyList ? rest[call.bodyList] : rest) ?? ''
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: yolo.test',
    'Connection: close',
    ...(as ? [`Authorization: Bearer ${as.token}`] : []),
    ...(method === 'GET' ? [] : [`Content-Type: ${type}`]),
    ...(method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return rawAnswer(app, `${head.join('\r\n')}\r\n\r\n${body}`)
}

function rawAnswer({ origin }: TestApp, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(30_000, () => reject(new Error(`No answer to ${bytes.slice(0, 500)}`)))
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      const [head = '', ...body] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body: body.join('\r\n\r\n') })
    })
  })
}

const schemaOf = (call: AnyCall) =>
  z.toJSONSchema(call.input as z.ZodType, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Record<string, unknown>>
  }

/** Generates inputs of a call in which most keys have fitting values and the others hostile ones. */
export function inputsOf(call: AnyCall, ids: number[]): fc.Arbitrary<Input> {
  const keys = Object.entries(schemaOf(call).properties ?? {})
  return fc.record(
    Object.fromEntries(
      keys.map(([key, schema]) => [
        key,
        fc.oneof({ weight: 3, arbitrary: fitting(schema, ids) }, { weight: 2, arbitrary: hostile }),
      ]),
    ),
    { requiredKeys: keys.map(([key]) => key).filter((key) => call.route.includes(`:${key}`)) },
  )
}

/** Checks that a response is never a 500 or above, and that a refusal has our format. */
export function expectOurs({ status, body }: RawAnswer, what: string): void {
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(status, `${what} → ${body}`).toBeLessThan(500)
  if (status < 400) return
  const { error, message } = JSON.parse(
    /^[\da-f]+\r\n/.test(body) ? body.replace(/^[\da-f]+\r\n/, '').replace(/\r\n0\s*$/, '') : body,
  ) as Record<string, unknown>
  expect([typeof error, typeof message], what).toEqual(['string', 'string'])
}

/** Tests S29 for one call with `runs` inputs, each sent by a person who may make the call. */
export const abuseCall = (
  app: TestApp,
  call: AnyCall,
  actor: () => Promise<Person>,
  ids: number[],
  options: { runs: number; seed?: number },
) =>
  fc.assert(
    fc.asyncProperty(inputsOf(call, ids), async (input) => {
      const answer = await sendRaw(app, call, input, await actor())
      expectOurs(answer, `${call.route} ${JSON.stringify(input)?.slice(0, 2_000)}`)
    }),
    { numRuns: options.runs, ...(options.seed === undefined ? {} : { seed: options.seed }) },
  )
