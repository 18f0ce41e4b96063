import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { mailFinder } from './mails.testing.ts'

// What a refused request for a link costs: nothing, neither its member nor others of their network.

const app = await testApp()
const settings = { trustProxy: ['127.0.0.1'] }
const site = await testApp({ rateLimits: true, beside: app, settings })
const { mailsTo, mailTo } = mailFinder(app)
type Member = { id: number; token: string }

let count = 0
const address = () => `asks${++count}@example.org`
const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } })
/** Joins there, by default with an address that is new here. */
async function join(ip: string, email = address()) {
  const userName = `Asker ${++count} of links`
  const body = { userName, email, password: 'eleven green bottles', birthDate: '1990-05' }
  const answer = await site.post('/api/register', body, from(ip))
  expect(answer.status).toBe(200)
  return { ...(answer.body as Member), email }
}
const ask = async (as: Member, ip: string, via = site) =>
  (await via.post('/api/resend-verification', {}, { as, ...from(ip) })).status
const askTimes = async (times: number, as: Member, ip: string) => {
  const told: number[] = []
  for (let n = 0; n < times; n++) told.push(await ask(as, ip))
  return told
}
const verifyMails = async (email: string) => (await mailsTo(email, 'Please verify')).length
/** So many points were spent today. */
const spent = (key: string, points: number) =>
  app.database
    .insertInto('rate_limits')
    .values({ key, points, expire: Date.now() + 86_400_000 })
    .execute()

test('S10 links that a member is refused use up none of their network’s mails', async () => {
  const ip = '198.51.100.1'
  await spent(`mail-unproven:prefix:${ip}`, 97)
  const one = await join(ip)
  await spent(`links-asked:member:${one.id}`, 10)
  expect(await askTimes(4, one, ip)).toEqual([429, 429, 429, 429])
  for (let n = 0; n < 2; n++) await mailTo((await join(ip)).email, 'Please verify your e-mail')
})

test('S10 a link that a network is refused costs its member none of theirs', async () => {
  const ip = '198.51.100.2'
  await spent(`mail-unproven:prefix:${ip}`, 100)
  const one = await join(ip)
  await spent(`links-asked:member:${one.id}`, 9)
  await spent(`resend-verification:member:${one.id}`, 4)
  expect(await askTimes(4, one, ip)).toEqual([429, 429, 429, 429])
  expect(await ask(one, '198.51.100.3')).toBe(200)
  await mailTo(one.email, 'Please verify your e-mail')
})

test('S10 nor does a mail that isn’t sent because of the network count for its mailbox', async () => {
  const ip = '198.51.100.4'
  await spent(`mail-unproven:prefix:${ip}`, 100)
  // One of its other spellings gets two an hour.
  const one = await join(ip, address().replace('@', '+me@'))
  for (let n = 0; n < 2; n++) expect(await ask(one, '198.51.100.5')).toBe(200)
  await expect.poll(() => verifyMails(one.email)).toBe(2)
})

test('S11 of six who ask two processes at once for the last two mails, two get one and four lose nothing', async () => {
  const second = await testApp({ rateLimits: true, beside: app, settings })
  const ip = '198.51.100.6'
  const members = [
    ...(await Promise.all(Array.from({ length: 3 }, () => join('198.51.100.7')))),
    ...(await Promise.all(Array.from({ length: 3 }, () => join('198.51.100.8')))),
  ]
  for (const { id } of members) await spent(`links-asked:member:${id}`, 9)
  await spent(`mail-unproven:prefix:${ip}`, 98)
  const told = await Promise.all(members.map((one, n) => ask(one, ip, n % 2 ? site : second)))
  expect(told.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429])
  // Those have one link left elsewhere.
  for (const [n, one] of members.entries())
    expect(await ask(one, '198.51.100.9')).toBe(told[n] === 200 ? 429 : 200)
  await second.close()
})

test('S10 links that three accounts of other networks ask for leave the mails of a prefix to who joins', async () => {
  const prefix = '2001:db8:7'
  await spent(`mail-unproven:prefix:${prefix}::/48`, 89)
  await spent(`mail-unproven-later:prefix:${prefix}::/48`, 38)
  const told: number[] = []
  for (let n = 0; n < 3; n++) {
    const ip = `${prefix}:${n}::1`
    const one = await join(ip)
    told.push(...(await askTimes(5, one, ip)))
    // Nor do links to a new password, which say nothing.
    const forgot = await site.post('/api/forgot-password', { email: one.email }, from(ip))
    expect(forgot.status).toBe(200)
  }
  for (let n = 0; n < 4; n++)
    await mailTo((await join(`${prefix}:beef::9${n}`)).email, 'Please verify your e-mail')
  expect(told).toEqual([200, 200, ...Array.from({ length: 13 }, () => 429)])
})
