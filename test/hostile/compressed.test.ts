import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { expect, describe, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const member = await app.member()

const encodings: [string, (body: Buffer) => Promise<Buffer>][] = [
  ['br', promisify(zlib.brotliCompress)],
  ['zstd', promisify(zlib.zstdCompress)],
  ['gzip', promisify(zlib.gzip)],
  ['x-gzip', promisify(zlib.gzip)],
  ['deflate', promisify(zlib.deflate)],
  ['gzip, identity', promisify(zlib.gzip)],
]
const json = 'application/json'
const form = 'multipart/form-data; boundary=b'
/** Requests that take a body: of a member, of a visitor, in each media type, and outside /api. */
const requests = [
  ['PUT', '/api/user/bio', member, json, '{"bio":"Burgers."}'],
  ['POST', '/api/login', null, json, '{"userName":"a@b.example","password":"long enough"}'],
  ['POST', '/api/user/avatar/upload', member, form, '--b--\r\n'],
  ['POST', '/stop-weekly-mail?token=x', null, 'text/plain', 'List-Unsubscribe=One-Click'],
] as const

describe('S30 a compressed body is not decompressed', () => {
  it.each(encodings)('%s', async (encoding, compress) => {
    for (const [method, path, as, type, text] of requests) {
      const body = new Uint8Array(await compress(Buffer.from(text)))
      const headers = { 'Content-Type': type, 'Content-Encoding': encoding }
      const answer = await app.request(method, path, { as, headers, body })
      expect([path, answer.status, answer.body.message]).toEqual([
        path,
        415,
        'Send it uncompressed, please.',
      ])
    }
    expect((await app.get('/api/health/live')).status).toBe(200)
  })

  it('refuses a small body that would become large before it is too large', async () => {
    const body = new Uint8Array(await promisify(zlib.brotliCompress)(Buffer.alloc(1_000_000, 32)))
    const headers = { 'Content-Type': json, 'Content-Encoding': 'br' }
    const answer = await app.request('PUT', '/api/user/bio', { as: member, headers, body })
    expect([body.length < 100, answer.status]).toEqual([true, 415])
  })

  it('takes the encoding that changes nothing', async () => {
    const headers = { 'Content-Type': json, 'Content-Encoding': 'Identity' }
    const body = '{"bio":"Burgers."}'
    const answer = await app.request('PUT', '/api/user/bio', { as: member, headers, body })
    expect(answer.status).toBe(200)
  })
})
