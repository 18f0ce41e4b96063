import { describe, expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { until } from '#platform/testing/until.ts'
import { queues } from './server.ts'
import { loadWeek } from './week.server.ts'

const app = await testApp()
const near = { latitude: 44.98, longitude: -93.27 }
const place = await app.restaurant({ name: 'The Anchor', ...near })

const due = async () => {
  const [queue] = queues(app.services)
  await app.database.updateTable('users').set({ weekly_mailed_on: null }).execute()
  await queue!.run({})
}
const mailsTo = async ({ name }: Person) =>
  (await app.mails()).filter(
    (text) => text.includes(`Hello ${name},`) && text.includes('Subject: Your week'),
  )
const mailTo = (reader: Person) =>
  until(async () => (await mailsTo(reader))[0], 'The weekly mail did not come.')

/** A member who wants the mail and lives near the restaurant. */
async function reader(more: { verified?: boolean } = {}) {
  const member = await app.member(more)
  await app.post('/api/save-location', { ...near, name: 'Minneapolis' }, { as: member })
  await app.put('/api/notification-settings', { weeklyMail: true }, { as: member })
  return member
}
const dish = (by: Person, name: string) =>
  app.item({ restaurant: place.id, category: 3, by: by.id, name })
const upvote = (id: number, as: Person) => app.post(`/api/items/${id}/upvote`, {}, { as })

describe('the weekly mail', () => {
  it('tells what is new near by, upvotes and followers, and how to stop it', async () => {
    const [ann, bob, cyd] = [await reader(), await app.member(), await app.member()]
    const own = await dish(ann, 'Pho')
    const loved = await dish(bob, 'Loved toast')
    const plain = await dish(cyd, 'Plain toast')
    for (const { id } of [own, loved]) await upvote(id, await app.member())
    await app.post('/api/follow/follow-user', { userId: ann.id }, { as: cyd })
    await due()
    const mail = await mailTo(ann)
    const words = mail.replaceAll('\r\n', '\n')
    expect(words.replaceAll('\n ', ' ')).toContain(
      'Subject: Your week on Yolo: 2 new dishes near Minneapolis, 1 upvote of your favorites, 1 new follower\n',
    )
    expect(words).toContain(
      `2 new dishes near Minneapolis\n- Loved toast · The Anchor · 1 upvote\n  http://yolo.test/dish/${loved.id}\n- Plain toast · The Anchor\n  http://yolo.test/dish/${plain.id}\n`,
    )
    expect(words).toContain(`1 upvote of your favorites\n- Pho · The Anchor · 1 upvote\n`)
    expect(words).toContain(`1 new follower\n- ${cyd.name}\n  http://yolo.test/user/${cyd.id}`)
    expect(words).toMatch(
      /^List-Unsubscribe:\s+<http:\/\/yolo\.test\/stop-weekly-mail\?token=[\w-]{36}>$/m,
    )
    expect(words).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(words).not.toContain(bob.email)
  })

  it('tells nothing of members who don’t count, nor of what is older than a week', async () => {
    const ann = await reader()
    const own = await dish(ann, 'Curry')
    await upvote(own.id, await app.member({ verified: false }))
    const week = await loadWeek(app.database, ann.id, new Date())
    expect(week?.upvoted).toEqual([])
    const later = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000)
    expect(await loadWeek(app.database, ann.id, later)).toBeNull()
  })

  it('comes once a day, however often the queue runs, to counting members who asked for it', async () => {
    const [ann, unasked, unverified] = [
      await reader(),
      await app.member(),
      await reader({ verified: false }),
    ]
    await dish(await app.member(), 'Shared cake')
    await due()
    const [queue] = queues(app.services)
    await Promise.all([queue!.run({}), queue!.run({})])
    await mailTo(ann)
    const late = await reader()
    await queue!.run({})
    await mailTo(late)
    expect(await mailsTo(ann)).toHaveLength(1)
    for (const none of [unasked, unverified]) expect(await mailsTo(none)).toEqual([])
  })
})

describe('stopping it (RFC 8058)', () => {
  const isOn = async (as: Person) =>
    (await app.get('/api/notification-settings', { as })).body.weeklyMail as boolean
  async function linkOf(member: Person) {
    const { weekly_mail_token: token } = await app.database
      .selectFrom('users')
      .select('weekly_mail_token')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    return { token, link: `/stop-weekly-mail?token=${token}` }
  }
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')

  it.each<[string, BodyInit | undefined]>([
    ['a multipart form', form],
    ['an encoded form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['no body', undefined],
  ])('works by a POST of %s, without a log-in, twice', async (_, body) => {
    const ann = await reader()
    const { link } = await linkOf(ann)
    for (let n = 0; n < 2; n++) {
      const answer = await app.request('POST', link, body ? { body } : {})
      expect([answer.status, answer.text]).toEqual([
        200,
        'You won’t get the weekly mail any more.\n',
      ])
    }
    expect(await isOn(ann)).toBe(false)
  })

  it('works by the page’s call, by no GET, and with no other token', async () => {
    const ann = await reader()
    const { link, token } = await linkOf(ann)
    await app.get(link)
    for (const wrong of ['', '?token=', '?token=x', `?token=${'x'.repeat(900)}`])
      expect((await app.request('POST', `/stop-weekly-mail${wrong}`)).status).toBe(400)
    expect(await isOn(ann)).toBe(true)
    expect((await app.post('/api/weekly-mail/stop', { token })).status).toBe(200)
    expect(await isOn(ann)).toBe(false)
    expect((await app.get('/api/user', { as: { token } })).status).toBe(401)
  })
})
