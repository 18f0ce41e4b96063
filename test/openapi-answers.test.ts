import { expect, describe, test } from 'vitest'
import type { AnyCall } from '#platform/contract/call.ts'
import { categoryIds } from '#domain/vocabulary/categories.ts'
import { calls } from '#app/contract.ts'
import { exportFormats, exportMediaTypes } from '#features/items/contract.ts'
import { openWorld } from '#platform/testing/access-world.ts'
import { testApp } from '#platform/testing/app.ts'
import { samples } from './access-samples.ts'

/** The responses of calls must match what their OpenAPI description declares. */
const app = await testApp()
const world = await openWorld()
const { body: described } = await app.get('/api/openapi.json')

type Schema = {
  maxLength?: number
  enum?: number[]
  anyOf?: Schema[]
  type?: string
  properties?: Record<string, Schema>
}
type Described = {
  parameters?: { name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
const descriptionOf = ({ route }: AnyCall): Described => {
  const [method, path] = route.split(' ') as [string, string]
  const parts = (text: string) => text.replace(/:\w+|\{\w+\}/g, '{}')
  const found = Object.keys(described.paths).find((known) => parts(known) === parts(path))!
  return described.paths[found][method.toLowerCase()]
}
const refusesWith = (call: AnyCall, status: number) =>
  JSON.stringify(descriptionOf(call).responses[status]?.content ?? null)

const named = (list: AnyCall[]) => list.map((call) => [call.route, call] as const)
const writing = calls.filter(({ route }) => !route.startsWith('GET '))
/** One byte more than the limit of a request body, 64 KiB. */
const tooLarge = ' '.repeat(64 * 1024 + 1)
const actorOf = (call: AnyCall) =>
  world.actor(call.access === 'member' || call.access === 'anyone' ? 'member' : '514')

describe.each(named(writing))('%s', (route, call) => {
  const [method = ''] = route.split(' ')
  const address = `/api${route.slice(method.length + 1).replace(/:\w+/g, '1')}`
  test.each([
    ['not_json', 415, 'text/zebra', '{}'],
    ['too_large', 413, call.consumes ?? 'application/json', tooLarge],
  ])('declares %s as it answers it', async (code, status, type, body) => {
    expect(refusesWith(call, status)).toContain(`/${code}"`)
    // A call that takes a form reads it itself, with its own limits.
    if (call.consumes === 'multipart/form-data' && status === 413) return
    const as = await actorOf(call)
    const headers = { 'Content-Type': type }
    const answer = await world.app.request(method, address, { as, headers, body })
    expect([answer.status, answer.body.error]).toEqual([status, code])
  })
})

const naming = calls.filter(
  ({ input, othersId }) => !othersId && ('userId' in input.shape || 'user' in input.shape),
)
test.each(named(naming))('%s declares the refusal of another’s id', (_, call) => {
  expect(refusesWith(call, 403)).toContain('/not_yours"')
})

/** Returns the declared fields of a call's input, without those nested in lists and objects. */
const fieldsOf = (call: AnyCall) => {
  const { parameters = [], requestBody } = descriptionOf(call)
  const inBody = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}
  const all = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...inBody,
  }
  return Object.entries(all).flatMap(([key, schema]) =>
    (schema.anyOf ?? [schema]).map((variant) => ({ key, ...variant })),
  )
}
const limited = calls.flatMap((call) =>
  fieldsOf(call).flatMap(({ key, maxLength }) =>
    maxLength && samples[call.route] && key in call.input.shape && !call.consumes
      ? [[call.route, key, maxLength, call] as const]
      : [],
  ),
)

test('many limits are declared', () => {
  expect(limited.length).toBeGreaterThan(40)
})
test.each(limited)('%s takes no %s longer than %i', async (route, key, maxLength, call) => {
  const input = (await samples[route]!.input(world)) as Record<string, unknown>
  // An address may have 4,000 characters, of which an encoded letter takes six.
  const letter = route.startsWith('GET ') && maxLength > 600 ? 'x' : 'é'
  const long = letter.repeat(maxLength + 1)
  const answer = await world.send(call, { ...input, [key]: long }, await actorOf(call))
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [key]])
})

test('texts are declared as long as they may be', () => {
  const longest = (route: string, field: string) =>
    fieldsOf(calls.find((call) => call.route === route)!).find(({ key }) => key === field)
      ?.maxLength
  expect(longest('POST /yolos', 'itemName')).toBe(300)
  expect(longest('POST /yolos', 'description')).toBe(300)
  expect(longest('POST /restaurants', 'name')).toBe(200)
  expect(longest('POST /register', 'password')).toBe(128)
})

test('a category is declared as one of the fourteen', () => {
  const chosen = calls.flatMap((call) =>
    fieldsOf(call)
      .filter(({ key, type }) => /^category(Id)?$/.test(key) && type === 'integer')
      .map((field) => [call.route, field.enum]),
  )
  expect(chosen.length).toBeGreaterThan(5)
  expect(chosen.filter(([, ids]) => JSON.stringify(ids) !== JSON.stringify(categoryIds))).toEqual(
    [],
  )
})

test.each([
  ['GET /yolos/export', async () => '/yolos/export?category=3'],
  ['GET /users/:id/export', async () => `/users/${(await app.member()).id}/export?`],
])('%s declares each form that it answers in', async (route, addressOf) => {
  const call = calls.find((known) => known.route === route)!
  expect(Object.keys(descriptionOf(call).responses[200]!.content)).toEqual(
    Object.values(exportMediaTypes),
  )
  const address = await addressOf()
  for (const format of exportFormats) {
    const { status, headers } = await app.get(`/api${address}&format=${format}`)
    const type = headers.get('content-type')?.split(';')[0]
    expect([status, type]).toEqual([200, exportMediaTypes[format]])
  }
})
