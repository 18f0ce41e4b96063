import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { mailFinder, tokenIn } from './mails.testing.ts'

// How many mails go to a mailbox that may be a stranger's, and whose requests count together.

const app = await testApp()
const password = 'eleven green bottles'
type Member = { id: number; token: string; email: string }
type Session = { token: string }

let count = 0
const register = async (email: string, userName = `Reader ${++count} of mail`) =>
  (await app.post('/api/register', { userName, email, password })).body as Member
/** Joins, and has proven the address. */
async function joined() {
  const member = await register(`reader${count + 1}@example.org`)
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', member.id)
    .execute()
  return member
}
const { mailsTo, mailTo } = mailFinder(app)

test(
  'S10 asking for others’ addresses again and again sends each a few mails, and says the same',
  { tags: 'long' },
  async () => {
    const settings = { trustProxy: ['127.0.0.1'] }
    const limited = await testApp({ rateLimits: true, beside: app, settings })
    const owner = await joined()
    const stranger = `pestered${owner.id}@example.org`
    const told: number[] = []
    for (let n = 0; n < 12; n++)
      for (const email of [owner.email, stranger]) {
        const headers = { 'X-Forwarded-For': `198.51.100.${told.length}` }
        const as = await joined()
        told.push(
          (await limited.put('/api/user/email', { email, password }, { as, headers })).status,
        )
      }
    expect(told).toEqual(Array.from({ length: 24 }, () => 200))
    const sent = async () => [
      (await mailsTo(owner.email, 'Someone tried to use')).length,
      (await mailsTo(stranger, 'Confirm your new e-mail')).length,
    ]
    await expect.poll(sent, { timeout: 20_000 }).toEqual([5, 10])
    // This mail was queued last, so no more of the others are on their way once it has arrived.
    await mailTo(`reader${count}@example.org`, 'Your e-mail is about to change')
    expect(await sent()).toEqual([5, 10])
  },
)

test('S10 ten links an hour to a new e-mail, two of them for one account, however the address is written', async () => {
  const settings = { trustProxy: ['127.0.0.1'] }
  const limited = await testApp({ rateLimits: true, beside: app, settings })
  const box = `box${++count}`
  const sent = async () => (await app.mails()).filter((text) => text.includes(`To: ${box}+`)).length
  let network = 100
  const ask = async (as: Session, times: number, address?: string) => {
    for (let n = 0; n < times; n++) {
      const headers = { 'X-Forwarded-For': `192.0.2.${network++}` }
      const email = address ?? `${box}+${n}@example.org`
      const { status } = await limited.put('/api/user/email', { email, password }, { as, headers })
      expect(status).toBe(200)
    }
  }
  /** A mail to an asker's own address is queued after all links that were asked for. */
  const asked = async (times: number, address?: string) => {
    const as = await joined()
    await ask(as, times, address)
    const own = async () => (await mailsTo(as.email, 'Your e-mail is about to change')).length
    await expect.poll(own).toBe(times)
    return sent()
  }
  // As a stranger who keeps the links of others back.
  expect(await asked(5)).toBe(2)
  for (let n = 0; n < 4; n++) await ask(await joined(), 2)
  expect(await asked(2)).toBe(10)
  // Nor does one account send more to who has the address.
  const owner = await joined()
  await asked(4, owner.email)
  expect(await mailsTo(owner.email, 'Someone tried to use')).toHaveLength(2)
})

test.each([
  ['with anything behind a plus', (n: number) => `five+${n}@example.org`, /^To: five\+/m],
  [
    'at Gmail with dots',
    (n: number) =>
      `${'mailbox'.slice(0, n + 1)}.${'mailbox'.slice(n + 1)}@${n % 2 ? 'gmail' : 'googlemail'}.com`,
    /^To: m[ailbox.]+@(google|g)mail/m,
  ],
])(
  'S10 joining and asking again send a mailbox ten mails an hour: %s',
  async (how, emailOf, to) => {
    const limited = await testApp({
      rateLimits: true,
      beside: app,
      settings: { trustProxy: ['127.0.0.1'] },
    })
    const join = async (email: string, n: number) => {
      const userName = `Joiner ${how.length} times ${n}`
      const headers = { 'X-Forwarded-For': `198.51.100.${n}` }
      const body = { userName, email, password, birthDate: '1990-05' }
      const { status, body: as } = await limited.post('/api/register', body, { headers })
      expect(status).toBe(200)
      // The answer doesn't tell whether a mail was sent.
      const again = await limited.post('/api/resend-verification', {}, { as, headers })
      expect([again.status, again.body]).toEqual([200, { verified: false }])
    }
    const sent = async () => (await app.mails()).filter((text) => to.test(text)).length
    for (let n = 0; n < 6; n++) await join(emailOf(n), n)
    await expect.poll(sent, { timeout: 20_000 }).toBe(10)
    // A mail that is sent after all others shows that none of them is still to come.
    const last = `last.${emailOf(0).replace(/\W+/g, '')}@example.org`
    await join(last, 9)
    await mailTo(last, 'Please verify your e-mail')
    expect(await sent()).toBe(10)
  },
)

test('S10 forgotten passwords of accounts that a stranger made send a mailbox ten mails an hour', async () => {
  const settings = { trustProxy: ['127.0.0.1'] }
  const limited = await testApp({ rateLimits: true, beside: app, settings })
  const to = (n: number) => `forgotten+${n}@example.org`
  for (let n = 0; n < 3; n++) await register(to(n))
  for (let n = 0; n < 12; n++) {
    const headers = { 'X-Forwarded-For': `203.0.113.${n}` }
    const { status } = await limited.post('/api/forgot-password', { email: to(n % 3) }, { headers })
    expect(status).toBe(200)
  }
  const sent = async () =>
    (await app.mails()).filter(
      (text) => /^To: forgotten/m.test(text) && text.includes('Choose a new'),
    ).length
  await expect.poll(sent, { timeout: 20_000 }).toBe(10)
  // A member who proved an address gets what they ask for. This mail was queued after all others.
  const member = await joined()
  await limited.post('/api/forgot-password', { email: member.email })
  await mailTo(member.email, 'Choose a new password')
  expect(await sent()).toBe(10)
})

test('S10 an account whose address was only confirmed elsewhere mails it no name, and five acts an hour', async () => {
  const settings = { trustProxy: ['127.0.0.1'] }
  const limited = await testApp({ rateLimits: true, beside: app, settings })
  const email = `tapped${++count}@example.org`
  const as = await register(email, 'Claim it evil.example')
  const token = tokenIn(await mailTo(email, 'Please verify'))
  expect((await app.post('/api/verify-email', { token })).status).toBe(200)
  const change = async (n: number) => {
    const body = { email: `next${n}.${email}`, password }
    const headers = { 'X-Forwarded-For': `192.0.2.${60 + n}` }
    return (await limited.put('/api/user/email', body, { as, headers })).status
  }
  const told: number[] = []
  const body = { current: password, password }
  for (let n = 0; n < 3; n++) told.push(await change(n))
  told.push((await limited.put('/api/user/password', body, { as })).status)
  for (let n = 3; n < 5; n++) told.push(await change(n))
  expect(told).toEqual([200, 200, 200, 200, 200, 429])
  // What was refused has changed nothing.
  expect((await app.get('/api/user', { as })).body.pendingEmail).toBe(`next3.${email}`)
  await mailTo(email, 'Your password has changed')
  const changing = 'Your e-mail is about to change'
  await expect.poll(async () => (await mailsTo(email, changing)).length).toBe(4)
  expect((await app.mails()).filter((text) => text.includes('Claim it'))).toEqual([])
})

/** Calls on a site with budgets, from a network of one's own choice. */
async function limitedSite() {
  const settings = { trustProxy: ['127.0.0.1'] }
  const site = await testApp({ rateLimits: true, beside: app, settings })
  return (ip: string) => {
    const headers = { 'X-Forwarded-For': ip }
    return {
      join: async (email: string, expected = 200) => {
        const userName = `Housemate ${++count} of mail`
        const body = { userName, email, password, birthDate: '1990-05' }
        const answer = await site.post('/api/register', body, { headers })
        expect(answer.status).toBe(expected)
        return answer.body as Member
      },
      ask: (as: Session) => site.post('/api/resend-verification', {}, { as, headers }),
      put: (path: string, body: object, as: Session) => site.put(path, body, { as, headers }),
      resend: async (as: Session) => {
        const { status, body } = await site.post('/api/resend-verification', {}, { as, headers })
        expect([status, body]).toEqual([200, { verified: false }])
      },
      change: async (as: Session, email: string) =>
        expect(
          (await site.put('/api/user/email', { email, password }, { as, headers })).status,
        ).toBe(200),
      forgot: async (email: string) =>
        (await site.post('/api/forgot-password', { email }, { headers })).status,
    }
  }
}

test.each([
  ['honest@', (id: number) => `honest${id}@example.org`],
  ['honest+me@', (id: number) => `honest${id}+me@example.org`],
  ['hon.est@gmail.com', (id: number) => `hon.est${id}@gmail.com`],
])(
  'S10 those who ask for a mailbox’s address don’t keep its owner’s mails back: %s',
  async (how, emailOf) => {
    const from = await limitedSite()
    const stranger = await joined()
    const email = emailOf(stranger.id)
    const spelt = (n: number) =>
      n % 2 ? email : email.replace(/(\+me)?@/, `+${n}@`).replace('hon.', 'h.on.')
    for (let n = 0; n < 8; n++) await from(`192.0.2.${how.length}${n}`).change(stranger, spelt(n))
    const own = `203.0.113.1${how.length}`
    const owner = await from(own).join(email)
    for (let n = 0; n < 4; n++) await from(`198.51.100.${how.length}${n}`).forgot(email)
    await from(own).resend(owner)
    // Those who try to join with it would send it mails, too.
    for (let n = 0; n < 3; n++) await from(`203.0.113.${40 + n}`).join(email, 409)
    expect(await from(own).forgot(email)).toBe(200)
    await mailTo(email, 'Choose a new password')
    await expect.poll(async () => (await mailsTo(email, 'Please verify')).length).toBe(2)
    const toMailbox = new RegExp(`^To: h.?on.?est${stranger.id}[+@]`, 'm')
    const all = async () => (await app.mails()).filter((text) => toMailbox.test(text)).length
    await expect.poll(all).toBe(5 + 2 + 5)
  },
)

test.each(['', '+me'])(
  'S10 one network alone doesn’t use up what a mailbox gets: owner%s@',
  async (tag) => {
    const from = await limitedSite()
    const [strangers, owners] = [`198.51.100.7${tag.length}`, '198.51.100.79']
    const box = `alone${++count}`
    const email = `${box}${tag}@example.org`
    // One joins with the very address, has the link sent again, and leaves it for another; others join with its spellings.
    const first = await from(strangers).join(email)
    for (let n = 0; n < 5; n++) await from(strangers).resend(first)
    const elsewhere = `${box}.moved@example.net`
    await from(strangers).change(first, elsewhere)
    const token = tokenIn(await mailTo(elsewhere, 'Confirm your new e-mail'))
    expect((await app.post('/api/verify-email', { token })).status).toBe(200)
    for (let n = 0; n < 4; n++) await from(strangers).join(`${box}+${n}@example.org`)
    const before = (await mailsTo(email, 'Please verify')).length
    await from(owners).join(email)
    await expect
      .poll(async () => (await mailsTo(email, 'Please verify')).length)
      .toBeGreaterThan(before)
  },
)

test('S10 a stranger in two networks doesn’t use up what a mailbox gets whose own address has dots', async () => {
  const from = await limitedSite()
  const n = ++count
  const [one, two, own] = ['198.51.100.81', '198.51.100.82', '198.51.100.83']
  const stranger = await from(one).join(`dotted${n}+1@gmail.com`)
  for (const ip of [one, one, two, two, two]) {
    await from(ip).resend(stranger)
    expect(await from(ip).forgot(stranger.email)).toBe(200)
  }
  const email = `dot.ted${n}@gmail.com`
  await from(own).join(email)
  await mailTo(email, 'Please verify')
  expect(await from(own).forgot(email)).toBe(200)
  await mailTo(email, 'Choose a new password')
  expect(await mailsTo(stranger.email, 'Please verify')).toHaveLength(2)
  expect(await mailsTo(stranger.email, 'Choose a new password')).toHaveLength(4)
})

test('S10 S7 links asked for an address without an account keep none back from who joins with it', async () => {
  const from = await limitedSite()
  const email = `nobody.yet${++count}@example.org`
  const asked: number[] = []
  for (let n = 0; n < 5; n++) asked.push(await from(`203.0.113.${60 + n}`).forgot(email))
  expect(asked).toEqual([200, 200, 200, 200, 200])
  await from('203.0.113.70').join(email)
  await mailTo(email, 'Please verify your e-mail')
})

test('S10 links to a new password: three an hour for one e-mail and network, so that its owner gets theirs', async () => {
  const from = await limitedSite()
  const { email } = await joined()
  const ask = (ip: string) => from(ip).forgot(email)
  for (const status of [200, 200, 200]) expect(await ask('203.0.113.80')).toBe(status)
  await app.database.deleteFrom('rate_limits').where('key', 'like', 'forgot:ip:%').execute()
  expect(await ask('203.0.113.80')).toBe(429)
  for (const status of [200, 200]) expect(await ask('203.0.113.81')).toBe(status)
})

test('S10 an account asks for ten links a day, whatever the addresses are', async () => {
  const from = await limitedSite()
  const n = ++count
  const owner = await from('203.0.113.90').join(`ten.links${n}@example.org`)
  // From many networks, and hours apart, so that no other budget is used up.
  for (let hour = 0; hour < 2; hour++) {
    for (let turn = 0; turn < 5; turn++) await from(`203.0.113.${91 + turn}`).resend(owner)
    await app.database
      .deleteFrom('rate_limits')
      .where('key', 'like', 'resend-verification:%')
      .execute()
  }
  const { body, status } = await from('203.0.113.99').ask(owner)
  expect([status, body.message]).toEqual([
    429,
    'That was a lot for one day. Please try again in 24 hours.',
  ])
  const moved = { email: `next${n}@invented.example`, password }
  expect((await from('203.0.113.99').put('/api/user/email', moved, owner)).status).toBe(429)
  expect((await app.get('/api/user', { as: owner })).body.pendingEmail).toBeNull()
})

test('S10 a network has a hundred mails a day sent to addresses that nobody has proven', async () => {
  const from = await limitedSite()
  const ip = '198.51.100.200'
  const owner = await joined()
  // Sixty people of an office have joined, and some have asked again.
  await app.database
    .insertInto('rate_limits')
    .values({ key: `mail-unproven:prefix:${ip}`, points: 98, expire: Date.now() + 86_400_000 })
    .execute()
  const [one, two, three] = ['one', 'two', 'three'].map(
    (who) => `${who}.office${++count}@example.org`,
  )
  for (const email of [one!, two!]) {
    await from(ip).join(email)
    await mailTo(email, 'Please verify your e-mail')
  }
  // Who joins after that can look around, and reads when a link can come. What is asked for elsewhere comes.
  const late = await from(ip).join(three!)
  const { status, body } = await from(ip).ask(late)
  expect([status, body.message]).toEqual([
    429,
    'That was a lot for one day. Please try again in 24 hours.',
  ])
  expect(await from(ip).forgot(three!)).toBe(200)
  // An address that its member has proven gets what they ask for.
  expect(await from(ip).forgot(owner.email)).toBe(200)
  await mailTo(owner.email, 'Choose a new password')
  expect(await mailsTo(three!, '')).toEqual([])
  await from('198.51.100.201').resend(late)
  await mailTo(three!, 'Please verify your e-mail')
})
