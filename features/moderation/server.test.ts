import { describe, expect, it } from 'vitest'
import { openSession } from '#platform/server/auth/sessions.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

const app = await testApp()
const [six, seven] = [await app.member({ id: 6 }), await app.member({ id: 7 })]
const reporter = await app.member()
const { id: restaurant } = await app.restaurant({ name: 'Test Diner' })

let author: Person
let authors = 0
const yolo = async () => {
  author = await app.member({ userName: `Author ${++authors}` })
  return app.item({ restaurant, category: 3, by: author.id, description: 'Rude words.' })
}
const report = (kind: string, id: number, as: Person = reporter) =>
  app.post('/api/reports', { kind, id, reason: 'spam', words: 'Look.' }, { as })
const open = async () => (await app.get('/api/admin/cases', { as: six })).body.items
const caseOf = async (kind: string, name?: string) =>
  (await open()).find(
    (one: { kind: string; name: string }) => one.kind === kind && (!name || one.name === name),
  )
const decide = (id: number, decision: string, as = six, reason = 'It breaks our rules.') =>
  app.post(`/api/admin/cases/${id}/decide`, { decision, reason }, { as })
const textOf = async (item: number) =>
  (await app.get(`/api/items/${item}/yolos`)).body.yolos[0]?.description
const audited = async (action: string) =>
  app.database
    .selectFrom('audit')
    .select(['actor_id', 'subject'])
    .where('action', '=', action)
    .execute()

describe('a report', () => {
  it('reaches the queue once per member, those with most counting reporters first', async () => {
    const { id, yoloId } = await yolo()
    const unverified = await app.member({ verified: false })
    for (const as of [reporter, reporter, unverified])
      expect((await report('text', yoloId, as)).body).toEqual({ reported: true })
    const member = await app.member({ userName: 'Spammer' })
    for (const as of [author, reporter, six]) await report('member', member.id, as)
    const cases = await open()
    expect(cases[0]).toMatchObject({ kind: 'member', name: 'Spammer', count: 3, counting: 3 })
    expect(cases.find(({ kind }: { kind: string }) => kind === 'text')).toMatchObject({
      text: 'Rude words.',
      count: 2,
      counting: 1,
      member: { userId: author.id },
      decision: null,
    })
    expect(cases[0].reports[0]).toMatchObject({ reason: 'spam', words: 'Look.', counts: true })
    expect((await app.get('/api/admin/cases?kind=text', { as: six })).body.items).toHaveLength(1)
    await app.delete(`/api/yolos/delete/${yoloId}`, {}, { as: author })
    expect((await app.get('/api/admin/cases?kind=text', { as: six })).body.items).toEqual([])
    expect(id).toBeGreaterThan(0)
  })

  it('is refused of one’s own, of what isn’t there and without a known reason', async () => {
    const { yoloId } = await yolo()
    expect((await report('text', yoloId, author)).body.error).toBe('not_oneself')
    expect((await report('photo', yoloId)).body.error).toBe('nothing_there')
    expect((await report('member', 999_999)).status).toBe(404)
    const bad = { kind: 'member', id: author.id, reason: 'dull' }
    expect((await app.post('/api/reports', bad, { as: reporter })).status).toBe(400)
    expect((await app.post('/api/reports', { ...bad, reason: 'spam' })).status).toBe(401)
  })
})

describe('a decision', () => {
  it('S37 removes a text, mails the author why, and is undone by a restore', async () => {
    const { id, yoloId } = await yolo()
    await report('text', yoloId)
    const { id: number } = await caseOf('text')
    expect((await decide(number, 'remove', six, '')).body.fields).toHaveProperty('reason')
    expect((await decide(number, 'remove')).body).toEqual({ id: number, decision: 'remove' })
    expect(await textOf(id)).toBe('')
    const mail = await app.mail((raw) => raw.includes(author.name) && raw.includes('We removed'))
    expect(mail).toContain('It breaks our rules.')
    expect(mail).toMatch(/^Reply-To: hello@/m)
    expect(await audited('case.remove')).toContainEqual({
      actor_id: 6,
      subject: `text of yolo ${yoloId}`,
    })

    const decided = (await app.get('/api/admin/cases?state=decided', { as: six })).body.items[0]
    expect(decided.decision).toMatchObject({ decision: 'remove', by: six.name, restored: false })
    for (let twice = 0; twice < 2; twice++)
      expect((await app.post(`/api/admin/cases/${number}/restore`, {}, { as: six })).status).toBe(
        200,
      )
    expect(await textOf(id)).toBe('Rude words.')
    await app.mail((raw) => raw.includes(author.name) && raw.includes('We show'))
  })

  it('is made by one of two admins; the second is told what the first did', async () => {
    const { yoloId } = await yolo()
    await report('text', yoloId)
    const { id } = await caseOf('text')
    const answers = await Promise.all([decide(id, 'dismiss', six), decide(id, 'remove', seven)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const second = answers.find(({ status }) => status === 409)!.body
    expect(second).toMatchObject({ error: 'already_decided' })
    expect(second.message).toMatch(/ has (dismissed|removed) this already\./)
    expect((await decide(999_999, 'dismiss')).status).toBe(404)
  })

  it('dismisses: the reports are deleted, and a new one opens a new case', async () => {
    const { id, yoloId } = await yolo()
    await report('text', yoloId)
    const first = await caseOf('text')
    await decide(first.id, 'dismiss')
    expect(await textOf(id)).toBe('Rude words.')
    expect(await caseOf('text')).toBeUndefined()
    expect((await app.post(`/api/admin/cases/${first.id}/restore`, {}, { as: six })).status).toBe(
      404,
    )
    await report('text', yoloId)
    expect((await caseOf('text')).id).not.toBe(first.id)
  })

  it('removes a restaurant that isn’t one', async () => {
    const place = await app.restaurant({ name: 'No Diner' })
    await report('restaurant', place.id)
    const { id } = await caseOf('restaurant')
    await decide(id, 'remove')
    expect((await app.get(`/api/restaurants/${place.id}`)).status).toBe(404)
    await app.post(`/api/admin/cases/${id}/restore`, {}, { as: six })
    expect((await app.get(`/api/restaurants/${place.id}`)).status).toBe(200)
  })
})

describe('a dish that members say is gone', () => {
  it('is hidden by five counting reporters; an admin confirms or dismisses it', async () => {
    const { id } = await yolo()
    const hidden = async () =>
      (
        await app.database
          .selectFrom('items')
          .select('hidden_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).hidden_at !== null
    const say = async (count: number, verified = true) => {
      for (let n = 0; n < count; n++)
        await app.post(`/api/items/${id}/expired`, {}, { as: await app.member({ verified }) })
    }
    await say(4)
    await say(2, false)
    expect(await hidden()).toBe(false)
    expect(await caseOf('item')).toMatchObject({ count: 6, counting: 4 })
    const fifth = await app.member()
    await app.post(`/api/items/${id}/expired`, {}, { as: fifth })
    expect(await hidden()).toBe(true)
    await app.delete(`/api/items/${id}/expired`, {}, { as: fifth })
    expect(await hidden()).toBe(false)
    await app.post(`/api/items/${id}/expired`, {}, { as: fifth })
    await decide((await caseOf('item')).id, 'dismiss')
    expect(await hidden()).toBe(false)
    expect(await caseOf('item')).toBeUndefined()

    await say(1)
    const { id: second } = await caseOf('item')
    await decide(second, 'remove')
    expect(await hidden()).toBe(true)
    await app.post(`/api/admin/cases/${second}/restore`, {}, { as: six })
    expect(await hidden()).toBe(false)
  })
})

describe('a suspended member', () => {
  const suspend = (id: number, as = six) =>
    app.post(`/api/admin/members/${id}/suspension`, { reason: 'Spam.' }, { as })

  it('S6 is logged out, reads and deletes only, and counts again when it is lifted', async () => {
    const member = await app.member()
    const { id } = await yolo()
    await app.post(`/api/items/${id}/upvote`, {}, { as: member })
    const votes = async () =>
      (
        await app.database
          .selectFrom('items')
          .select('vote_count')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).vote_count
    expect(await votes()).toBe(1)
    expect((await suspend(member.id)).body).toEqual({ id: member.id, suspended: true })
    expect(await votes()).toBe(0)
    expect((await app.get('/api/my-page', { as: member })).status).toBe(401)
    expect((await app.get(`/api/users/${member.id}`)).status).toBe(404)
    const mail = await app.mail((raw) => raw.includes(member.name) && raw.includes('is suspended'))
    expect(mail).toContain('Spam.')

    const { token } = await openSession(app.database, app.services.clock, member.id, {
      userAgent: 'test',
    })
    const again = { ...member, token }
    expect((await app.get('/api/my-page', { as: again })).status).toBe(200)
    for (const path of [`items/${id}/removeUpvote`, 'share', 'yolos'])
      expect(
        (
          await app.post(
            `/api/${path}`,
            { placeId: 'x', categoryId: 3, itemName: 'x' },
            { as: again },
          )
        ).body.error,
      ).toBe('suspended')
    expect((await app.get(`/api/itemExpired?itemId=${id}`, { as: again })).body.error).toBe(
      'suspended',
    )
    expect((await app.post('/api/logout', {}, { as: again })).status).toBe(200)

    expect(
      (await app.delete(`/api/admin/members/${member.id}/suspension`, {}, { as: seven })).body,
    ).toEqual({ id: member.id, suspended: false })
    expect(await votes()).toBe(1)
  })

  it('is never staff, and an admin alone suspends', async () => {
    expect((await suspend(20)).body.error).toBe('has_rights')
    expect((await suspend(999_999)).status).toBe(404)
    expect((await suspend(author.id, reporter)).status).toBe(403)
    await report('member', 7)
    const { id } = await caseOf('member', seven.name)
    expect((await decide(id, 'remove')).body.error).toBe('has_rights')
  })
})
