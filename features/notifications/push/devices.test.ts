import { describe, expect, it } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { sampleSubscription } from './subscription.testing.ts'
import { pushService } from './push-service.testing.ts'

const service = await pushService()
const app = await testApp({ settings: { pushHosts: [service.origin] } })

const subscribe = async (as: Person, device = service.device()) => {
  const answer = await app.post('/api/user/push-subscriptions', device.subscription, { as })
  expect(answer.status).toBe(200)
  return answer.body.id as number
}

describe('devices', () => {
  const list = async (as: Person) =>
    (await app.get('/api/user/push-subscriptions', { as })).body as {
      id: number
      current: boolean
    }[]
  const again = async (member: Person): Promise<Person> => ({
    ...member,
    ...(await openSession(app.database, app.services.clock, member.id, {
      userAgent: 'Firefox/1 Linux',
    })),
  })

  it('are one for each session, ten at most', async () => {
    const member = await app.member()
    const first = await subscribe(member)
    const newer = await subscribe(member)
    expect((await list(member)).map(({ id }) => id)).toEqual([newer])
    expect(newer).not.toBe(first)
    for (let n = 0; n < 10; n++) {
      await subscribe(await again(member))
    }
    const kept = await list(member)
    expect(kept).toHaveLength(10)
    expect(kept.some(({ current }) => current)).toBe(false)
    expect(kept[0]).toMatchObject({ device: 'Firefox on Linux' })
  })

  it('are the next member’s where another logs in on the same browser', async () => {
    const [first, second] = [await app.member(), await app.member()]
    const device = service.device()
    await subscribe(first, device)
    const id = await subscribe(second, device)
    expect(await list(first)).toEqual([])
    expect((await list(second)).map((one) => one.id)).toEqual([id])
  })

  it('are removed by their own member alone', async () => {
    const [owner, other] = [await app.member(), await app.member()]
    const id = await subscribe(owner)
    await subscribe(await again(owner))
    const remove = (as: Person) => app.delete(`/api/user/push-subscriptions/${id}`, {}, { as })
    expect((await remove(other)).status).toBe(404)
    expect(await list(owner)).toHaveLength(2)
    expect((await remove(owner)).status).toBe(200)
    expect(await list(owner)).toHaveLength(1)
    await app.delete('/api/user/push-subscriptions', {}, { as: owner })
    expect(await list(owner)).toEqual([])
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com./x',
    'https://evilpush.apple.com/x',
    'https://push.apple.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'http://127.0.0.1:1/x',
    'https://0x7f000001/x',
    'https://xn--fcm.googleapis.com/x',
  ])('S24 the server sends nothing to %s', async (endpoint) => {
    const as = await app.member()
    const { status, body } = await app.post(
      '/api/user/push-subscriptions',
      { ...sampleSubscription(), endpoint },
      { as },
    )
    expect([status, body.error]).toEqual([422, 'unknown_push_service'])
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a',
  ])('S24 a well-known push service is taken: %s', async (endpoint) => {
    const as = await app.member()
    const answer = await app.post(
      '/api/user/push-subscriptions',
      { ...sampleSubscription(), endpoint },
      { as },
    )
    expect(answer.status).toBe(200)
    await app.delete('/api/user/push-subscriptions', {}, { as })
  })

  it('have keys that can encrypt, and a zone that there is', async () => {
    const as = await app.member()
    const sample = sampleSubscription()
    const off = `B${'A'.repeat(86)}`
    for (const wrong of [
      { p256dh: off },
      { p256dh: 'short' },
      { auth: 'x' },
      { timeZone: 'Mars/Base' },
      { timeZone: '+05:30' },
    ])
      expect(
        (await app.post('/api/user/push-subscriptions', { ...sample, ...wrong }, { as })).status,
      ).toBe(400)
  })
})

it('S4 two processes have one key, which no backup holds', async () => {
  const beside = await testApp({ beside: app })
  const [as, other] = [await app.member(), await app.member()]
  const keys = [
    await app.get('/api/push-key', { as }),
    await beside.get('/api/push-key', { as: other }),
  ]
  expect(keys[0]!.body).toEqual(keys[1]!.body)
  expect(keys[0]!.body.publicKey).toMatch(/^B[\w-]{86}$/)
})
