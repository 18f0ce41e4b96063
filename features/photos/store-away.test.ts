import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { untilTaken } from '#platform/testing/until.ts'
import { photoClient } from './photos.testing.ts'

/** A small store that speaks S3. While it has a `fault`, it answers everything with that, or cuts connections. */
const kept = new Map<string, Buffer>()
let fault: { status: number; body: string } | 'cut' | null = null
const refused = (status: number, code: string) => ({
  status,
  body: `<Error><Code>${code}</Code><Message>Not now.</Message></Error>`,
})
const store = createServer((request, answer) => {
  void buffer(request).then((body) => {
    const { method } = request
    const path = request.url!.split('?')[0]!
    const send = (status: number, content: string | Buffer) => answer.writeHead(status).end(content)
    if (fault === 'cut') return request.socket.destroy()
    if (fault) return send(fault.status, fault.body)
    if (method === 'POST') return send(200, '<DeleteResult/>')
    if (method === 'PUT') kept.set(path, body)
    const file = kept.get(path)
    if (file) return send(200, method === 'PUT' ? '' : file)
    const { status, body: missing } = refused(404, 'NoSuchKey')
    return send(status, missing)
  })
}).listen(0, '127.0.0.1')
await once(store, 'listening')
const { port } = store.address() as AddressInfo
const app = await testApp({
  settings: {
    s3: {
      bucket: 'pictures',
      prefix: '',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      key: { id: 'x', secret: 'x' },
    },
  },
})
afterAll(() => {
  store.closeAllConnections()
  store.close()
})

const client = photoClient(app)
const { upload, yolo } = client
const [member, other] = [await app.member(), await app.member()]
const { id } = await yolo(member)
const { id: another } = await yolo(other)
const image = await client.add(id, member)
const form = new FormData()
form.set('file', new Blob([await makePhoto()]), 'me.jpg')
const sendAvatar = () => app.request('POST', '/api/user/avatar/upload', { as: member, body: form })
await untilTaken(sendAvatar)

const pictures = [
  `/api/yolo-image/${image}`,
  `/api/getImage?yoloId=${id}`,
  `/api/yolo-image/${id}/original`,
  `/api/avatars/${member.id}`,
]
/** An archive without its photos would say that they are lost. */
const needing = [...pictures, '/api/user/export']
const look = (path: string) => app.get(path, { as: member })
const brief = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body?.error}`

it.each([
  ['503 SlowDown', refused(503, 'SlowDown')],
  ['500', refused(500, 'InternalError')],
  ['502 of a proxy', { status: 502, body: '<html><h1>Bad gateway' }],
  ['429', refused(429, 'TooManyRequests')],
  ['403, for a key that is locked', refused(403, 'InvalidAccessKeyId')],
  ['400, for credentials that ran out', refused(400, 'ExpiredToken')],
  ['404, for a bucket that is gone', refused(404, 'NoSuchBucket')],
  ['with a cut connection', 'cut'],
] as const)('F17 a store of photos that answers %s is a 503', async (_, now) => {
  const warn = vi.spyOn(app.services.log, 'warn')
  const error = vi.spyOn(app.services.log, 'error')
  fault = now
  const photo = await makePhoto()
  const asked = [upload(another, photo, other), sendAvatar(), ...needing.map(look)]
  const answers = await Promise.all(asked)
  const basemap = await app.get('/api/map/basemap?look=light')
  const ready = await app.get('/api/health/ready')
  fault = null
  expect(answers.map(brief)).toEqual(answers.map(() => '503 unavailable'))
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '2'))
  expect([ready.status, basemap.body.kind]).toEqual([200, 'drawn'])
  const told = warn.mock.calls.filter((line) => `${line[1]}`.includes('the store of files is away'))
  expect(told).toHaveLength(answers.length)
  expect(error).not.toHaveBeenCalled()
  expect((await look(pictures[0]!)).status).toBe(200)
  expect((await upload(another, photo, other)).status).toBe(200)
})

it('F17 a photo that isn’t in the store is a 404, and a request that it can’t read a 500', async () => {
  const name = await client.add(id, member)
  fault = refused(400, 'InvalidArgument')
  expect(brief(await look(`/api/yolo-image/${name}`))).toBe('500 broken')
  fault = null
  kept.clear()
  expect((await look(`/api/yolo-image/${name}`)).status).toBe(404)
})
