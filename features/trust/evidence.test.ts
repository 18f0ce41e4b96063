import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { deleteOldNetworkEvidence, networkPrefix } from '#domain/network-evidence.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { backupRules } from './backup-rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { trustProxy: ['127.0.0.1'] } })
})
const notes = (id: number) =>
  app.database
    .selectFrom('network_evidence')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('first_at')
    .execute()
const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } })

async function dish() {
  const { id: restaurant } = await app.restaurant()
  const owner = await app.member()
  return app.item({ restaurant, category: 3, by: owner.id })
}

it('an address is noted as its /24 or /48 and nothing finer, loopback as any', () => {
  expect(networkPrefix('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkPrefix('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkPrefix('2001:db8:7:1:2::5')).toBe('2001:db8:7::/48')
  expect(networkPrefix('127.0.0.1')).toBe('127.0.0.0/24')
})

it('signing up and voting leave a hash of the network, the same for neighbours, another each month', async () => {
  const joining = {
    userName: 'Noted One',
    email: 'noted@example.org',
    password: 'nineteen calm otters',
  }
  const { body } = await app.post('/api/register', joining, from('203.0.113.1'))
  expect(await notes(body.id)).toMatchObject([{ sign_up: true }])
  const as = await app.member()
  await app.post(`/api/items/${(await dish()).id}/upvote`, {}, { as, ...from('203.0.113.200') })
  const [signUp] = await notes(body.id)
  const [vote] = await notes(as.id)
  expect(vote).toMatchObject({ sign_up: false, network: signUp!.network })
  const address = ['203.0.113', Buffer.from([203, 0, 113])]
  for (const part of address) expect(vote!.network.includes(part)).toBe(false)
  const { network: _hash, ...besides } = vote!
  expect(Object.keys(besides).sort()).toEqual(['first_at', 'last_at', 'sign_up', 'user_id'])
  // A vote that was cast already says nothing new.
  const voted = await dish()
  await app.post(`/api/items/${voted.id}/upvote`, {}, { as, ...from('203.0.113.200') })
  await app.post(`/api/items/${voted.id}/upvote`, {}, { as, ...from('198.51.100.7') })
  expect(await notes(as.id)).toHaveLength(1)
  const later = new Date(Date.now() + 40 * 86_400_000)
  app.clock.set(later)
  const other = await app.member()
  await app.post(
    `/api/items/${(await dish()).id}/upvote`,
    {},
    { as: other, ...from('203.0.113.5') },
  )
  app.clock.set(null)
  const [next] = await notes(other.id)
  expect(next!.network).not.toEqual(signUp!.network)
})

it('evidence goes after 90 days, with the key of its month, and is in no backup', async () => {
  const { settings, clock } = app.services
  const as = await app.member()
  await app.post(`/api/items/${(await dish()).id}/upvote`, {}, { as })
  const old = join(settings.stateDir, 'networks-2020-01.key')
  await writeFile(old, 'old')
  await deleteOldNetworkEvidence(app.services)
  expect(await notes(as.id)).toHaveLength(1)
  await expect(access(old)).rejects.toThrow()
  const month = clock.now().toISOString().slice(0, 7)
  await access(join(settings.stateDir, `networks-${month}.key`))
  app.clock.set(new Date(clock.now().getTime() + 91 * 86_400_000))
  await deleteOldNetworkEvidence(app.services)
  app.clock.set(null)
  expect(await notes(as.id)).toEqual([])
  expect(Object.keys(backupRules.leftOut!)).toContain('network_evidence')
})
