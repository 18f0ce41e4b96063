import { beforeAll, expect, test } from 'vitest'
import { recordAudit } from '#domain/audit.ts'
import type { Person } from '#platform/testing/people.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
const { database } = app
let admin: Person
let member: Person
let fan: Person
let dish: { id: number; yoloId: number; name: string }
let place: { id: number; name: string }
const at = (day: number) => new Date(Date.UTC(2022, 4, day, 12))

beforeAll(async () => {
  admin = await app.member({ id: 514 })
  fan = await app.member()
  member = await app.member({ userName: 'Storied', createdAt: at(1) })
  place = await app.restaurant({ name: 'The Place' })
  dish = await app.item({
    restaurant: place.id,
    category: 3,
    by: member.id,
    description: 'Best there is.',
    createdAt: at(2),
  })
  const fans = await app.item({ restaurant: place.id, category: 3, by: fan.id })
  await database
    .updateTable('users')
    .set({ referrer_id: fan.id, email_consent_at: at(3), bio: 'Eats.', location_name: 'St. Paul' })
    .where('id', '=', member.id)
    .execute()
  await database
    .insertInto('votes')
    .values([
      { item_id: dish.id, user_id: fan.id, created_at: at(4) },
      { item_id: fans.id, user_id: member.id, created_at: at(5) },
    ])
    .execute()
  await database
    .insertInto('follows')
    .values({ follower_id: fan.id, followee_id: member.id })
    .execute()
  await database
    .insertInto('item_reports')
    .values({ item_id: fans.id, user_id: member.id, created_at: at(6), cleared_at: at(7) })
    .execute()
  await database
    .insertInto('restaurant_reports')
    .values({ restaurant_id: place.id, user_id: member.id, created_at: at(8) })
    .execute()
  const abuse = {
    kind: 'text',
    yolo_id: dish.yoloId,
    member_id: member.id,
    reason: 'spam',
  } as const
  await database
    .insertInto('abuse_reports')
    .values({ ...abuse, reporter_id: fan.id, words: 'An ad.', seen: 'Buy!', created_at: at(9) })
    .execute()
  await database
    .insertInto('takedowns')
    .values({
      kind: 'text',
      yolo_id: dish.yoloId,
      member_id: member.id,
      word: 'No ads.',
      actor_id: admin.id,
      created_at: at(10),
      answer: 'It is none.',
      answered_at: at(11),
    })
    .execute()
  const by = { id: admin.id, actingUserId: null }
  await recordAudit(database, by, 'member.hold', `member ${member.id}`, { at: at(12) })
  await recordAudit(database, by, 'yolo.edit', `yolo ${dish.yoloId}`, { at: at(13) })
  await recordAudit(database, by, 'yolo.edit', `yolo ${dish.yoloId}0`, { at: at(14) })
})

const story = async (id = member.id) =>
  (await app.get(`/api/admin/members/${id}`, { as: admin })).body

test('a member’s whole story: who, their numbers, and what they did and what was done about them', async () => {
  const { member: who, counts, record, parts } = await story()
  expect(who).toMatchObject({
    id: member.id,
    userName: 'Storied',
    email: member.email,
    createdAt: '2022-05-01T12:00:00.000Z',
    states: [],
    bio: 'Eats.',
    vouchedBy: [],
    consentAt: '2022-05-03T12:00:00.000Z',
    place: 'St. Paul',
    disabledAt: null,
    referrer: { id: fan.id, userName: fan.name },
  })
  expect(who.verifiedAt).not.toBeNull()
  expect(who.lastSeenAt).not.toBeNull()
  expect(counts).toMatchObject({
    yolos: 1,
    photos: 0,
    votesGiven: 1,
    votesSetAside: 1,
    votesReceived: 1,
    followers: 1,
    following: 0,
    sessions: 1,
    reportsAbout: 1,
    takedowns: 1,
  })
  expect(record).toEqual({ made: 2, confirmed: 0, cleared: 1, open: 1 })
  const dishThing = { kind: 'item', id: dish.id, name: dish.name, restaurant: 'The Place' }
  expect(parts.yolos.rows).toEqual([
    {
      key: String(dish.yoloId),
      at: '2022-05-02T12:00:00.000Z',
      what: 'yolo',
      thing: dishThing,
      member: null,
      words: 'Best there is.',
      answer: null,
      marks: ['text-down'],
      image: null,
    },
  ])
  expect(parts['votes-given'].rows[0]).toMatchObject({ marks: ['set-aside'] })
  expect(parts['votes-received'].rows[0]).toMatchObject({
    member: { id: fan.id, userName: fan.name },
    thing: dishThing,
  })
  expect(parts['reports-made'].rows.map(({ what, marks }: any) => [what, ...marks])).toEqual([
    ['report-restaurant', 'open'],
    ['report-item', 'cleared'],
  ])
  expect(parts['reports-about'].rows[0]).toMatchObject({
    what: 'report-text',
    words: 'spam: An ad.',
    answer: 'Buy!',
    marks: ['confirmed'],
    member: { id: fan.id },
  })
  expect(parts.takedowns.rows[0]).toMatchObject({
    words: 'No ads.',
    answer: 'It is none.',
    marks: ['standing'],
    member: { id: 514 },
  })
  expect(parts.audit.rows.map(({ what, words }: any) => `${what} ${words}`)).toEqual([
    `yolo.edit yolo ${dish.yoloId}`,
    `member.hold member ${member.id}`,
  ])
})

test('what became of reports: taken down or hidden is confirmed', async () => {
  expect((await story(fan.id)).record).toEqual({ made: 1, confirmed: 1, cleared: 0, open: 0 })
  const [reporter, eater] = [await app.member(), await app.member()]
  const { id } = await app.item({ restaurant: place.id, category: 4, by: eater.id })
  await app.post(`/api/items/${id}/expired`, {}, { as: reporter })
  expect((await story(reporter.id)).record).toMatchObject({ made: 1, open: 1 })
  await app.post(`/api/items/${id}/expired`, {}, { as: admin })
  expect((await story(reporter.id)).record).toMatchObject({ made: 1, confirmed: 1 })
})

test('a list of the story goes on by its cursor, votes of one moment each once', async () => {
  const owner = await app.member()
  const { id } = await app.item({ restaurant: place.id, category: 5, by: owner.id })
  const { id: other } = await app.item({ restaurant: place.id, category: 5, by: owner.id })
  const crowd = await database
    .insertInto('users')
    .values(
      Array.from({ length: 40 }, (_, n) => ({
        user_name: `Voter ${n}`,
        user_name_key: `voter ${n}`,
      })),
    )
    .returning('id')
    .execute()
  const votes = [id, other].flatMap((item_id) =>
    crowd.map((voter) => ({ item_id, user_id: voter.id, created_at: at(20) })),
  )
  await database.insertInto('votes').values(votes).execute()
  const whole = await story(owner.id)
  const keys = new Set<string>(whole.parts['votes-received'].rows.map(({ key }: any) => key))
  expect([whole.counts.votesReceived, keys.size]).toEqual([80, 10])
  let { cursor } = whole.parts['votes-received']
  let rows = keys.size
  while (cursor) {
    const path = `/api/admin/members/${owner.id}/votes-received?cursor=${cursor}`
    const { body } = await app.get(path, { as: admin })
    for (const { key } of body.rows) keys.add(key)
    rows += body.rows.length
    cursor = body.cursor
  }
  expect([rows, keys.size]).toEqual([80, 80])
})

test('every list of the story can be asked for alone, and is the story’s', async () => {
  const { parts } = await story()
  expect(Object.keys(parts).length).toBe(14)
  for (const [part, { rows }] of Object.entries<{ rows: unknown }>(parts)) {
    const { body } = await app.get(`/api/admin/members/${member.id}/${part}`, { as: admin })
    expect(body, part).toEqual({ rows, cursor: null })
  }
})

test('nobody of that id, no such list and no such place are refused', async () => {
  const status = async (path: string) => {
    const { status: number, body } = await app.get(`/api/admin/members/${path}`, { as: admin })
    return [number, body.error]
  }
  expect(await status('2147483647')).toEqual([404, 'member_not_found'])
  expect(await status('2147483647/yolos')).toEqual([404, 'member_not_found'])
  expect(await status('0')).toEqual([400, 'bad_input'])
  expect(await status('2147483648')).toEqual([400, 'bad_input'])
  expect(await status(`${member.id}/passwords`)).toEqual([400, 'bad_input'])
  const cursor = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')
  for (const hostile of ['x', cursor([]), cursor(['9'.repeat(17), '1']), cursor(['1', '\u0000'])])
    expect(await status(`${member.id}/votes-given?cursor=${hostile}`)).toEqual([400, 'bad_cursor'])
  const far = cursor(['9'.repeat(16), "' or 1=1"])
  expect(await status(`${member.id}/votes-given?cursor=${far}`)).toEqual([200, undefined])
})

test('a story holds no hash, no token and nothing by which one logs in', async () => {
  const { text } = await app.get(`/api/admin/members/${member.id}`, { as: admin })
  expect(text).not.toMatch(/hash|token|password/i)
  expect(text).not.toContain(member.token)
})
