import { request, type ClientRequest } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'

const app = await testApp({ rateLimits: true, settings: { trustProxy: ['127.0.0.1'] } })
const path = '/api/user/avatar/upload'
/** A number is the last part of an IPv4 address. */
const from = (address: number | string) => ({
  'X-Forwarded-For': typeof address === 'string' ? address : `192.0.2.${address}`,
})

let stalled: ClientRequest[] = []
/** How many of the stalled uploads were answered, by status. */
let answered: Record<number, number> = {}
afterEach(async () => {
  for (const one of stalled) one.destroy()
  stalled = []
  answered = {}
})

/** Begins uploads that send a few bytes and then nothing more. */
function stall(as: Person, address: number | string, count: number) {
  for (let n = 0; n < count; n++) {
    const upload = request(app.origin + path, {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${as.token}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': 1_000_000,
        ...from(address),
      },
    })
    upload.on('response', (answer) => {
      const status = answer.statusCode!
      answered[status] = (answered[status] ?? 0) + 1
      answer.resume()
    })
    upload.on('error', () => {})
    upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx')
    stalled.push(upload)
  }
}

async function send(as: Person, address: number): Promise<number> {
  const body = new FormData()
  body.set('file', new Blob([await makePhoto()]), 'a.jpg')
  return (await app.request('POST', path, { as, headers: from(address), body })).status
}

const unverified = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.member({ verified: false })))

it('F14 uploads that one address stalls leave room for others, also for unverified members', async () => {
  for (const one of await unverified(12)) stall(one, 1, 10)
  await expect.poll(() => answered).toEqual({ 503: 80 })
  const [other] = await unverified(1)
  expect(await send(other!, 1)).toBe(503)
  expect(await send(other!, 2)).toBe(200)
})

it('F14 S11 uploads that many networks of one prefix stall leave room for others', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => app.member()))
  for (const [n, one] of many.entries()) stall(one, `2001:db8:0:${n % 3}::1`, 10)
  await expect.poll(() => answered).toEqual({ 503: 60 })
  expect(await send(await app.member(), 3)).toBe(200)
})

it('S10 an upload that is refused because there is no place for it doesn’t count', async () => {
  const member = await app.member({ verified: false })
  const spent = async () => {
    const rows = await app.database
      .selectFrom('rate_limits')
      .select('points')
      .where('key', '=', `photo:member:${member.id}`)
      .execute()
    return rows[0]?.points ?? 0
  }
  // Once one is refused, all ten places are taken.
  stall(member, 100, 11)
  await expect.poll(() => answered).toEqual({ 503: 1 })
  await expect.poll(spent).toBe(10)
  expect(await send(member, 100)).toBe(503)
  expect(await spent()).toBe(10)
})

it('F14 uploads that unverified accounts stall from many addresses leave room for verified members', async () => {
  for (const [n, one] of (await unverified(12)).entries()) stall(one, 10 + n, 10)
  await expect.poll(() => answered[503]).toBeGreaterThanOrEqual(60)
  const [other] = await unverified(1)
  expect(await send(other!, 2)).toBe(503)
  expect(await send(await app.member(), 2)).toBe(200)
})

it('S10 a whole picture is sent uncompressed, to a member 60 times an hour', async () => {
  const member = await app.member()
  expect(await send(member, 3)).toBe(200)
  const ask = () => app.get('/api/user/avatar/original', { as: member, headers: from(3) })
  const first = await ask()
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, null])
  for (let n = 1; n < 60; n++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
})

it('S10 an address sends a thousand photos a day, however many accounts it has', async () => {
  const began = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: began })
  const who = { ip: '192.0.2.200', viewer: null }
  const spend = async () => {
    await app.services.limits.spend('photo', who)
    await app.services.limits.spendAfterValidation('photo', who)
  }
  for (let n = 0; n < 1000; n++) {
    vi.setSystemTime(began + n * 60_000)
    await spend()
  }
  await expect(spend()).rejects.toMatchObject({ status: 429 })
  vi.setSystemTime(began + 24 * 60 * 60_000)
  await spend()
  vi.useRealTimers()
})

it('S10 who isn’t logged in, or has sent their own, doesn’t use up what others behind the address may send', async () => {
  const [restless, member] = [await app.member(), await app.member()]
  const tried = (as?: Person) => app.request('POST', path, { as, headers: from(210) })
  const stranger = await Promise.all(Array.from({ length: 320 }, () => tried()))
  expect(new Set(stranger.map(({ status }) => status))).toEqual(new Set([401]))
  const own = await Promise.all(Array.from({ length: 320 }, () => tried(restless)))
  expect(own.filter(({ status }) => status === 429)).toHaveLength(290)
  expect(await send(member, 210)).toBe(200)
})

it('S10 uploads that are refused because too much is under way use up nothing, and give nothing', async () => {
  const { limits } = app.services
  const of = ({ id }: Person) => ({
    ip: '192.0.2.211',
    viewer: { id, createdAt: new Date() } as never,
  })
  const [restless, member] = [await app.member(), await app.member()]
  for (let n = 0; n < 290; n++) {
    await limits.spend('photo', of(restless))
    const passed = n % 2 === 0
    if (passed) await limits.spendAfterValidation('photo', of(restless))
    await limits.refund('photo', of(restless), { status: 503, passed })
  }
  await limits.spend('photo', of(member))
  const headers = await limits.spendAfterValidation('photo', of(member))
  expect(headers).toMatchObject({ 'RateLimit-Remaining': '299' })
})
