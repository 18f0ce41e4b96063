import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makeContest } from '../contests.testing.ts'
import { queues } from '../server.ts'

export const day = 24 * 60 * 60 * 1000
export const sha = (text: string) => createHash('sha256').update(text).digest('hex')

/** Starts a test site and returns functions that close and draw contests on it. */
export async function siteWithDrawings() {
  const app = await testApp()
  const admin = await app.member({ id: 6 })
  await app.restaurant()
  const now = () => app.services.clock.now().getTime()
  const later = (days: number) => app.clock.set(new Date(Date.now() + days * day))
  const post = (id: number, what: string, body: object = {}, as = admin) =>
    app.post(`/api/contests/${id}/${what}`, body, { as })
  const shown = async (id: number) => (await app.get(`/api/contests/${id}`)).body
  const answer = (id: number, as: Person, body: object) => post(id, 'answer', body, as)
  const night = async () => {
    for (const queue of queues(app.services)) await queue.run({})
  }
  const audits = (id: number) =>
    app.database
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', `contest ${id}`)
      .orderBy('id')
      .execute()

  /** Returns an announcement of the next redraw's public value, which becomes known in this many days. */
  const announcement = (days = 1) => ({
    beacon: 'The lottery’s next numbers',
    publicAt: new Date(now() + days * day).toISOString(),
  })

  /** Announces the next redraw's value, lets it become known, and draws with it. */
  async function redraw(id: number, beacon = '7 21 33') {
    const minute = 1 / 24 / 60
    const said = await post(id, 'redraw/announce', announcement(minute))
    if (said.status !== 200) return said
    app.clock.set(new Date(now() + 61_000))
    return post(id, 'redraw', { beacon })
  }

  /** Makes a closed contest with this many members, who have one entry each. */
  async function closed(members: number, facts: object = {}) {
    const id = await makeContest(app, admin, facts)
    const people: Person[] = []
    for (let n = 0; n < members; n++) {
      const member = await app.member()
      await app.item({ restaurant: (await app.restaurant()).id, category: 3, by: member.id })
      await post(id, 'confirm', { eligible: true }, member)
      people.push(member)
    }
    expect((await post(id, 'close')).status).toBe(200)
    const { body } = await app.get(`/api/admin/contests/${id}`, { as: admin })
    expect(body).toMatchObject({ counting: members, members })
    const winner = async () => {
      const { body: told } = await app.get(`/api/admin/contests/${id}`, { as: admin })
      return people.find((one) => one.id === told.winners.at(-1).member?.id)!
    }
    return { id, people, winner }
  }

  return { app, admin, later, post, shown, answer, night, audits, announcement, redraw, closed }
}
