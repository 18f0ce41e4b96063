import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let asked = 0
const removals = { begun: 0, ended: 0 }
const silent = createServer(({ method }, answer) => {
  asked++
  if (method !== 'POST') return
  removals.begun++
  answer.on('close', () => removals.ended++)
}).listen(0, '127.0.0.1')
await once(silent, 'listening')
const { port } = silent.address() as AddressInfo
const app = await testApp({
  rateLimits: true,
  settings: {
    trustProxy: ['127.0.0.1'],
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
  silent.closeAllConnections()
  silent.close()
})

const headers = { 'x-forwarded-for': '198.51.100.1' }

async function memberWithAvatar() {
  const member = await app.member()
  const name = randomBytes(16).toString('hex')
  const picture = { user_id: member.id, name, created_at: new Date() }
  await app.database.insertInto('avatars').values(picture).execute()
  return member
}

it('F14 a store of photos that falls silent keeps nothing but pictures waiting', async () => {
  const member = await memberWithAvatar()
  const picture = (n: number) =>
    app.get(`/api/avatars/${member.id}`, { headers: { 'x-forwarded-for': `192.0.2.${n}` } })
  const pictures = [
    ...Array.from({ length: 40 }, (_, n) => picture(n % 20)),
    ...Array.from({ length: 8 }, () => app.get('/api/user/avatar/original', { as: member })),
  ]
  let settled = 0
  for (const answer of pictures) void answer.then(() => settled++)
  await expect.poll(() => asked).toBeGreaterThan(1)
  const others = await Promise.all([
    app.get('/api/yolos?category=3&latitude=44.9&longitude=-93.2', { headers }),
    app.get('/api/user', { as: member }),
  ])
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  expect(settled).toBe(0)
})

it('F14 pictures that can’t be removed from a silent store keep no write waiting', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, memberWithAvatar))
  const remove = (as: Person, n: number) =>
    app.request('DELETE', '/api/user/avatar', {
      as,
      headers: { 'x-forwarded-for': `192.0.2.${n}` },
    })
  const removed = await Promise.all(members.map(remove))
  expect(removed.map(({ status }) => status)).toEqual(Array(12).fill(200))
  await expect.poll(() => removals.begun).toBeGreaterThan(0)
  expect(removals.ended).toBe(0)
})
