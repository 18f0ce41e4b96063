import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { Person } from '#platform/testing/people.ts'
import { renderPage } from '#platform/testing/render-page.ts'
import { day, siteWithDrawings } from './drawings.testing.ts'

const { app, post, answer, closed, redraw } = await siteWithDrawings()
afterEach(() => app.clock.set(null))

const notices = async (as: Person): Promise<any[]> =>
  (await app.get('/api/notifications', { as })).body.items
const unread = async (as: Person) =>
  (await app.get('/api/follow/unread', { as })).body.notificationUnread

/** Returns the member who won and the others. */
async function drawn(members: number) {
  const { id, people } = await closed(members, { title: 'Best burger', prize: 'a watch' })
  expect((await post(id, 'draw')).status).toBe(200)
  return { id, people, ...(await winnerAmong(people)) }
}
async function winnerAmong(people: Person[]) {
  const told = await Promise.all(people.map(async (one) => (await notices(one))[0]?.contest))
  const winner = people.find((_, n) => told[n]?.outcome === 'waiting')!
  return { winner, others: people.filter((one) => one !== winner) }
}

it('a winner’s notices say what was won and until when to accept it, nobody else’s do', async () => {
  const { id, winner, others } = await drawn(3)
  const [notice, ...more] = await notices(winner)
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    key: `won:${id}`,
    kind: 'won',
    unread: true,
    people: [],
    item: null,
    contest: { id, title: 'Best burger', prize: 'a watch', outcome: 'waiting' },
  })
  // Who opens the mail’s link where they aren’t logged in is led to their answer.
  const logIn = `href="/start?next=%2Fcontests%2F${id}"`
  const page = async () => (await renderPage(app, `/contests/${id}`)).html
  expect(await page()).toContain(logIn)
  const left = Date.parse(notice.contest.answerBy) - app.services.clock.now().getTime()
  expect(Math.round(left / day)).toBe(14)
  expect(await unread(winner)).toBe(1)
  for (const other of others) expect([await notices(other), await unread(other)]).toEqual([[], 0])

  await app.post('/api/notifications/read', {}, { as: winner })
  expect(await unread(winner)).toBe(0)
  await answer(id, winner, { accept: true, showName: false })
  expect(await notices(winner)).toMatchObject([{ unread: false, contest: { outcome: 'accepted' } }])
  expect(await page()).not.toContain(logIn)
})

it('who lets the time pass reads so, and the next winner is told', async () => {
  const { id, people, winner } = await drawn(2)
  // As if the fifteenth day had come: by then sessions that nobody used have ended.
  await app.database
    .updateTable('contest_draws')
    .set({ answer_by: sql`drawn_at + interval '1 millisecond'` })
    .where('contest_id', '=', id)
    .execute()
  expect(await notices(winner)).toMatchObject([{ contest: { outcome: 'unanswered' } }])
  const { status, body } = await redraw(id)
  expect(status, JSON.stringify(body)).toBe(200)
  const { winner: next } = await winnerAmong(people)
  // By chance the entry of the same member is drawn again, who isn't asked twice.
  if (next) expect(await unread(next)).toBe(1)
  expect(await notices(winner)).toMatchObject([{ contest: { outcome: 'unanswered' } }])
})

it('a winner’s open pages hear of it at once', async () => {
  const { id } = await closed(1)
  const heard: string[] = []
  app.services.events.subscribe(
    (batch) => void heard.push(...(batch ?? []).map(({ kind }) => kind)),
  )
  await post(id, 'draw')
  await expect.poll(() => heard).toContain('won')
})
