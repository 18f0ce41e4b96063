import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { until } from '#platform/testing/until.ts'
import { queues } from './server.ts'
import { loadMemberWeek } from './week.server.ts'

const app = await testApp()
const beside = await testApp({ beside: app })
const near = { latitude: 44.98, longitude: -93.27 }
const place = await app.restaurant({ name: 'The Anchor', ...near })

const day = 24 * 60 * 60 * 1000
/** A Thursday to come, in the morning in Chicago, summer or winter. Each test takes place in a week of its own. */
let now = (Math.floor(Date.now() / (7 * day)) + 1) * 7 * day + 15 * 60 * 60 * 1000
const at = (moment: number) => {
  now = moment
  for (const one of [app, beside]) one.clock.set(new Date(now))
}
const due = (on = app) =>
  queues(on.services)
    .find(({ name }) => name === 'weekly-mails-due')!
    .run({})
const send = (userId: number, week: string) =>
  queues(app.services)
    .find(({ name }) => name === 'weekly-mail')!
    .run({ userId, week })
const want = (as: Person, changes: object) =>
  app.put('/api/notification-settings', { timeZone: 'America/Chicago', ...changes }, { as })
// The greeting, because every member of these tests has another name.
const mailsTo = async ({ name }: Person) =>
  (await app.mails()).filter(
    (text) => text.includes(`Hello ${name},`) && text.includes('Subject: Your week'),
  )
const oneTo = (reader: Person) =>
  until(async () => (await mailsTo(reader))[0], 'The weekly mail did not come.')
/** Waits until the queue has done all its jobs. */
const quiet = () =>
  until(async () => {
    const { rows } = await sql`select from pgboss.job
      where name = 'weekly-mail' and state < 'completed'`.execute(app.database)
    return rows.length === 0
  }, 'Mails still wait.')

/** A member who wants the mail and lives near the restaurant, in a week of their own. */
async function reader(wanted: { verified?: boolean } = {}) {
  at(now + 7 * day)
  const member = await app.member({ createdAt: new Date(now - 100 * day), ...wanted })
  await app.database
    .updateTable('users')
    .set({ ...near, location_name: 'Minneapolis' })
    .where('id', '=', member.id)
    .execute()
  await want(member, { weeklyMail: true })
  return member
}
/** A new dish, with the upvote of another member unless `votes` says otherwise. */
async function dish(
  by: Person,
  name?: string,
  { restaurant = place.id, category = 3, votes = 1 } = {},
) {
  const item = await app.item({
    restaurant,
    category,
    by: by.id,
    ...(name ? { name } : {}),
  })
  // The database's own default is of today.
  await app.database
    .updateTable('items')
    .set({ created_at: new Date(now) })
    .where('id', '=', item.id)
    .execute()
  for (let n = 0; n < votes; n++) await upvote(item.id, await app.member())
  return item
}

const upvote = (id: number, as: Person) => app.post(`/api/items/${id}/upvote`, {}, { as })

describe('the weekly mail', () => {
  it('tells what is new near by, upvotes and followers, and how to stop it', async () => {
    const ann = await reader()
    at(now - 2 * day)
    const [bob, cyd] = [await app.member(), await app.member()]
    const own = await dish(ann, 'Pho', { votes: 0 })
    at(now + 1000)
    const restaurant = (await app.restaurant({ name: 'The Buoy', ...near })).id
    const plain = await dish(cyd, 'Plain toast', { restaurant })
    const loved = await dish(bob, 'Loved toast')
    for (const { id } of [own, loved]) await upvote(id, cyd)
    await app.post('/api/follow/follow-user', { userId: ann.id }, { as: cyd })
    at(now + 2 * day - 1000)
    await due()
    const mail = await oneTo(ann)
    expect(mail).toContain('Subject: Your week on Yolo: 2 new dishes, 1 upvote, 1 new follower')
    const words = mail.replaceAll('\r\n', '\n')
    expect(words).toContain(
      `New near Minneapolis\n- Loved toast · The Anchor · 2 upvotes\n  http://yolo.test/dish/${loved.id}\n- Plain toast · The Buoy · 1 upvote\n  http://yolo.test/dish/${plain.id}\n`,
    )
    expect(words).toContain(`1 upvote of your favorites\n- Pho · The Anchor · 1\n`)
    expect(words).toContain(`A new follower\n- ${cyd.name}\n  http://yolo.test/user/${cyd.id}`)
    expect(words).toMatch(
      /^List-Unsubscribe:\s+<http:\/\/yolo\.test\/stop-weekly-mail\?token=[\w-]{43}>$/m,
    )
    expect(words).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(words).toContain(`<a href="http://yolo.test/dish/${loved.id}"`)
    expect(words).not.toContain(bob.email)
  })

  it('brings nobody the words of one mailbox, however many free accounts upvote them', async () => {
    const ann = await reader()
    at(now - day)
    const honest: string[] = []
    for (let n = 0; n < 3; n++) {
      const { id: restaurant } = await app.restaurant({ name: `Grill ${n}`, ...near })
      honest.push(
        (await dish(await app.member(), `Burger ${n}`, { restaurant, votes: 3 - n })).name,
      )
      // Another of the same restaurant, of the same member or of a member who is alone isn't told beside it.
      if (n === 0) await dish(await app.member(), 'Fries', { restaurant })
    }
    const keen = await app.member()
    honest.push((await dish(keen, 'Soup', { votes: 2 })).name)
    const { id: restaurant } = await app.restaurant({ name: 'The Cellar', ...near })
    await dish(keen, 'Cake', { restaurant })
    const spammer = await app.member()
    const free = [await app.member({ verified: false }), await app.member({ verified: false })]
    for (let n = 0; n < 5; n++) {
      const words = { name: `Yolo Account Security ${n}`, ...near }
      const fake = (await app.restaurant(words)).id
      const called = `Call 1-888-555-010${n}`
      const { id } = await dish(spammer, called, {
        restaurant: fake,
        category: n + 2,
        votes: 0,
      })
      for (const as of free) expect((await upvote(id, as)).status).toBe(200)
    }
    at(now + day)
    const week = await loadMemberWeek(app.database, ann.id, new Date(now))
    const best = [honest[0], honest[1], honest[3], honest[2]]
    expect(week!.nearby.map(({ itemName }) => itemName)).toEqual(best)
  })

  it('has what two members speak for, however much one member each saved near by', async () => {
    const ann = await reader()
    at(now - day)
    const { name } = await dish(await app.member())
    at(now + 60_000)
    const { id: restaurant } = await app.restaurant({ name: 'The Many', ...near })
    for (let member = 0; member < 5; member++) {
      const { id: by } = await app.member({ createdAt: new Date(now - 8 * day) })
      for (let category = 1; category <= 14; category++)
        for (let n = 0; n < 3; n++) await app.item({ restaurant, category, by })
    }
    at(now + day)
    const week = await loadMemberWeek(app.database, ann.id, new Date(now))
    expect(week?.nearby.map(({ itemName }) => itemName)).toEqual([name])
  })

  it('has nothing that its member typed where its reader only opened the account’s link elsewhere', async () => {
    const ann = await reader()
    await app.database
      .updateTable('users')
      .set({ email_proven_elsewhere: true })
      .where('id', '=', ann.id)
      .execute()
    at(now - day)
    const bob = await app.member()
    const { id } = await dish(ann, 'Free phones at evil.example', { votes: 0 })
    at(now + 1000)
    await upvote(id, bob)
    await dish(bob)
    at(now + day - 1000)
    await due()
    const isWeekly = (text: string) => text.includes('Subject: Your week')
    const mail = await app.mail((text) => isWeekly(text) && text.includes('Hello,'))
    const words = mail.replaceAll('\r\n', '\n')
    expect(words).toContain('New near you\n')
    expect(words).toContain(
      `1 upvote of your favorites\n- A favorite · 1\n  http://yolo.test/dish/${id}\n`,
    )
    for (const typed of [ann.name, 'Minneapolis', 'evil.example']) expect(mail).not.toContain(typed)
  })

  it('comes once, whatever processes and restarts do', async () => {
    const ann = await reader()
    at(now - day)
    await dish(await app.member())
    at(now + day)
    await Promise.all([due(), due(beside), due(), due(beside)])
    await oneTo(ann)
    const { week } = await app.database
      .selectFrom('weekly_mails')
      .select('week')
      .where('user_id', '=', ann.id)
      .executeTakeFirstOrThrow()
    const monday = new Date(now - 3 * day).toISOString().slice(0, 10)
    expect(week).toBeTruthy()
    // A job that is run again, also by hand, sends nothing; nor does an hour later, or having it off and on.
    await Promise.all([send(ann.id, monday), send(ann.id, monday)])
    await want(ann, { weeklyMail: false })
    await want(ann, { weeklyMail: true })
    at(now + 60 * 60 * 1000)
    await due()
    await quiet()
    expect(await mailsTo(ann)).toHaveLength(1)
    // The next week has its own.
    at(now + 6 * day)
    await dish(await app.member())
    at(now + day)
    await due()
    await until(async () => (await mailsTo(ann)).length === 2, 'The second mail did not come.')
  })

  it('isn’t sent with nothing to say, unasked, to an unverified address or to somebody who left', async () => {
    const nothing = await reader()
    const [unasked, unverified, gone, blocking] = [
      await app.member({ createdAt: new Date(now - 100 * day) }),
      await app.member({ verified: false, createdAt: new Date(now - 100 * day) }),
      await app.member({ createdAt: new Date(now - 100 * day) }),
      await app.member({ createdAt: new Date(now - 100 * day) }),
    ]
    const follower = await app.member()
    for (const as of [unverified, gone, blocking]) await want(as, { weeklyMail: true })
    at(now - day)
    for (const { id } of [unasked, unverified, gone, blocking])
      await app.post('/api/follow/follow-user', { userId: id }, { as: follower })
    await app.post('/api/follow/block', { userId: follower.id }, { as: blocking })
    await app.post('/api/user/disable', {}, { as: gone })
    at(now + day)
    await due()
    await quiet()
    for (const one of [nothing, unasked, unverified, gone, blocking])
      expect(await mailsTo(one), one.name).toEqual([])
  })

  it('comes to everybody, whatever time zones others have stored', async () => {
    const ann = await reader()
    const odd = await app.member({ verified: false })
    await want(odd, { weeklyMail: true })
    for (const timeZone of ['Etc/GMT+99', 'Etc/GMT-46']) {
      const refused = await want(odd, { timeZone })
      expect(refused.status, timeZone).toBe(400)
    }
    // Stored before such names were refused, by members to whom the mail goes, too.
    for (const id of [odd.id, (await reader()).id])
      await app.database
        .updateTable('users')
        .set({ time_zone: `Etc/GMT+${(id % 50) + 20}` })
        .where('id', '=', id)
        .execute()
    at(now - day)
    await dish(await app.member())
    at(now + day)
    await due()
    await oneTo(ann)
  })

  it('is written again when the mail server failed, and only then', async () => {
    const ann = await reader()
    at(now - day)
    await dish(await app.member())
    at(now + day)
    const { settings } = app.services
    const down = testMailer(settings)
    await expect(down(ann.id)).rejects.toThrow()
    const sent = () =>
      app.database
        .selectFrom('weekly_mails')
        .select('sent_at')
        .where('user_id', '=', ann.id)
        .executeTakeFirstOrThrow()
    expect((await sent()).sent_at).toBeNull()
    await send(ann.id, new Date(now - 3 * day).toISOString().slice(0, 10))
    expect(await mailsTo(ann)).toHaveLength(1)
    expect((await sent()).sent_at).not.toBeNull()
  })
})

/** Sends by a mail server that nobody runs. */
const testMailer =
  (settings: typeof app.services.settings) =>
  async (userId: number): Promise<void> => {
    const week = new Date(now - 3 * day).toISOString().slice(0, 10)
    await app.database
      .insertInto('weekly_mails')
      .values({ user_id: userId, week: week as never })
      .execute()
    const services = { ...app.services, settings: { ...settings, mailUrl: 'smtp://127.0.0.1:1' } }
    await queues(services)
      .find(({ name }) => name === 'weekly-mail')!
      .run({ userId, week })
  }

describe('stopping it (RFC 8058)', () => {
  const isOn = async (member: Person) => {
    const session = await openSession(app.database, app.services.clock, member.id, {
      userAgent: 'test',
    })
    const { body } = await app.get('/api/notification-settings', { as: session })
    return body.weeklyMail as boolean
  }
  async function mailed() {
    const ann = await reader()
    at(now - day)
    await dish(await app.member())
    at(now + day)
    await due()
    const [, link] = /^List-Unsubscribe:\s+<http:\/\/yolo\.test(\S+)>/m.exec(await oneTo(ann))!
    return { ann, link: link!, token: link!.split('=')[1]! }
  }
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')

  it.each<[string, BodyInit | undefined]>([
    ['a multipart form', form],
    ['an encoded form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['no body', undefined],
  ])('works by a POST of %s, without a log-in, twice', async (_, body) => {
    const { ann, link } = await mailed()
    for (let n = 0; n < 2; n++) {
      const answer = await app.request('POST', link, body ? { body } : {})
      expect([answer.status, answer.text]).toEqual([
        200,
        'You won’t get the weekly mail any more.\n',
      ])
    }
    expect(await isOn(ann)).toBe(false)
  })

  it('works by the page’s call, and by no GET', async () => {
    const { ann, link, token } = await mailed()
    await app.get(link)
    expect(await isOn(ann)).toBe(true)
    expect((await app.post('/api/weekly-mail/stop', { token })).status).toBe(200)
    expect(await isOn(ann)).toBe(false)
    const actions = await app.database
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `member ${ann.id}`)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['weekly-mail.start', 'weekly-mail.stop'])
  })

  it('needs a token of a mail, which does nothing else', async () => {
    const { ann, token } = await mailed()
    for (const wrong of [
      '',
      '?token=',
      '?token=x',
      '?token=x&token=y',
      `?token=${'x'.repeat(900)}`,
    ])
      expect((await app.request('POST', `/stop-weekly-mail${wrong}`)).status).toBe(400)
    expect(
      (await app.request('POST', '/stop-weekly-mail?token=x', { body: 'x'.repeat(5000) })).status,
    ).toBe(413)
    expect(await isOn(ann)).toBe(true)
    expect((await app.get('/api/user', { as: { token } })).status).toBe(401)
    for (const call of ['verify-email', 'reset-password', 'user/email/undo'])
      expect((await app.post(`/api/${call}`, { token, password: 'nine calm otters' })).status).toBe(
        400,
      )
    // Links are forgotten after a season.
    at(now + 14 * 7 * day)
    await due()
    expect((await app.post('/api/weekly-mail/stop', { token })).body.error).toBe('invalid_token')
  })
})
