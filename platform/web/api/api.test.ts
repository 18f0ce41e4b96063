import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { ApiError, api as typedApi, offlineError, refusalDetails, type ApiOptions } from './api.ts'
import { loadFailureText } from './status-text.ts'
import { session, startSession } from '../session/session.ts'

type Seen = { method?: string; url?: string; authorization?: string; type?: string; body: string }
let seen: Seen
let answer: (response: ServerResponse) => void = (response) => response.end('{}')

const server = createServer((request: IncomingMessage, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    const { method, url, headers } = request
    seen = {
      method,
      url,
      authorization: headers.authorization,
      type: headers['content-type'],
      body,
    }
    answer(response)
  })
})
const api = typedApi as unknown as (
  route: string,
  input: object,
  options?: ApiOptions,
) => Promise<unknown>
const real = fetch

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    real(`http://127.0.0.1:${port}${path}`, init),
  )
})
afterEach(() => vi.unstubAllGlobals())

const json = (status: number, body: unknown) => {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
}
const failing = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}
const logIn = (token = 'secret') =>
  startSession({
    id: 1,
    name: 'Ann',
    email: 'a@b.c',
    token,
    expires: '2999-01-01T00:00:00Z',
    verified: true,
  })

test('a GET fills its path, sends the rest as query and lists with commas', async () => {
  json(200, [1])
  const input = { id: 'a/b', tags: [1, 2], city: 'São & co', none: undefined, nil: null, yes: true }
  expect(await api('GET /places/:id', input)).toEqual([1])
  expect(seen.url).toBe('/api/places/a%2Fb?tags=1%2C2&city=S%C3%A3o+%26+co&yes=true')
  expect([seen.method, seen.type, seen.body]).toEqual(['GET', undefined, ''])
})

test('other methods send JSON without what stands in the path, or the body given', async () => {
  json(200, {})
  await api('POST /items/:id/upvote', { id: 7, userId: 3 })
  expect(seen).toMatchObject({
    method: 'POST',
    url: '/api/items/7/upvote',
    type: 'application/json',
    body: '{"userId":3}',
  })
  await api('POST /add-more-tags/:yoloId', { yoloId: 7 }, { body: [{ tagId: 1 }] })
  expect(seen.body).toBe('[{"tagId":1}]')
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.png')
  await api('POST /yolo-image/:id/image/upload', { id: 1 }, { body: form })
  expect(seen.type).toMatch(/^multipart\/form-data; boundary=/)
})

test('the token goes along while there is a session', async () => {
  json(200, {})
  await api('GET /my-page', {})
  expect(seen.authorization).toBeUndefined()
  logIn()
  await api('GET /my-page', {})
  expect(seen.authorization).toBe('Bearer secret')
})

test('a refusal carries status, code, words, fields and the rest', async () => {
  json(409, { error: 'quota', message: 'Quota of 3 filled', yolos: [1] })
  expect(await failing(api('POST /yolos', {}))).toMatchObject({
    status: 409,
    code: 'quota',
    message: 'Quota of 3 filled',
    fields: {},
    details: { yolos: [1] },
  })
  json(400, { error: 'bad_input', message: 'No.', fields: { email: 'Which?' } })
  expect((await failing(api('POST /register', {}))).fields).toEqual({ email: 'Which?' })
})

test('a fault of the server isn’t called one of the network', async () => {
  json(502, '<h1>Bad gateway</h1>')
  const fault = await failing(api('POST /yolos', {}))
  expect(fault.message).toBe('Something went wrong on our side. Please try again.')
  expect(loadFailureText(fault)).toBe(fault.message)
  json(429, { error: 'too_many', message: 'Later.' })
  expect(loadFailureText(await failing(api('GET /my-page', {})))).toBe('Later.')
  expect(loadFailureText(offlineError())).toBe('Network error!')
})

test('a session that the server has ended ends here too, and only that one', async () => {
  logIn()
  json(401, { error: 'wrong_password', message: 'No.' })
  await failing(api('PUT /user/password', {}))
  expect(session().isLogged).toBe(true)
  answer = (response) => {
    logIn('newer')
    response
      .writeHead(401)
      .end(JSON.stringify({ error: 'not_logged_in', message: 'Please log in.' }))
  }
  await failing(api('GET /my-page', {}))
  expect(session().token).toBe('newer')
  json(401, { error: 'not_logged_in', message: 'Please log in.' })
  await failing(api('GET /my-page', {}))
  expect(session()).toMatchObject({ isLogged: false, token: null, email: 'a@b.c' })
})

test('no server and a cut answer are told as offline', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"half":')
    response.destroy()
  }
  expect(await failing(api('GET /yolos', {}))).toMatchObject({ status: 0, code: 'offline' })
  vi.stubGlobal('fetch', () => real('http://127.0.0.1:1/'))
  expect((await failing(api('GET /yolos', {}))).message).toMatch(/connection/)
})

test('a page of a proxy instead of an answer is an error, whatever its status', async () => {
  answer = (response) => response.writeHead(502).end('<html>')
  expect(await failing(api('GET /yolos', {}))).toMatchObject({ status: 502, code: 'broken' })
  answer = (response) => response.writeHead(200).end('<html>')
  expect(await failing(api('GET /yolos', {}))).toMatchObject({ status: 502, code: 'broken' })
})

test('a call that its page gave up is neither offline nor broken', async () => {
  const gone = new AbortController()
  answer = () => gone.abort()
  const waiting = api('GET /yolos', {}, { signal: gone.signal })
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test('a call is typed by its route alone, a refusal’s details by its code', async () => {
  const yolo = { id: 1, itemId: 2, itemName: 'Pie', restaurantName: 'Nye’s', description: '' }
  json(409, { error: 'quota_filled', message: 'Quota of 3 filled', yolos: [yolo] })
  const error = await failing(typedApi('POST /yolos', { categoryId: 3 }))
  const names: string[] = refusalDetails(error, 'POST /yolos', 'quota_filled')!.yolos.map(
    ({ itemName }) => itemName,
  )
  expect(names).toEqual(['Pie'])
  expect(refusalDetails(error, 'POST /yolos', 'already_yours')).toBeNull()
  // @ts-expect-error: this call doesn't declare it.
  expect(refusalDetails(error, 'POST /yolos', 'nothing_saved')).toBeNull()
  // @ts-expect-error: there is no such call.
  await failing(typedApi('POST /nowhere', {}))
  // @ts-expect-error: its input lacks the id.
  await failing(typedApi('POST /items/:id/upvote', {}))
})
