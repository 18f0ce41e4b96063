import { beforeAll, expect, test } from 'vitest'
import { recordAudit } from '#domain/audit.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { id: number; token: string; name: string }
beforeAll(async () => {
  admin = await app.member({ id: 6 })
})
const ask = (query: string) => app.get(`/api/admin/audit?${query}`, { as: admin })
const idsOf = async (query: string) => {
  const { status, body } = await ask(query)
  expect(status, query).toBe(200)
  return body.items.map(({ id }: any) => id)
}
type Written = { actor?: number; actingUserId?: number | null; before?: unknown; after?: unknown }
async function note(
  day: string,
  action: string,
  subject: string,
  { actor = 514, actingUserId = null, before, after = {} }: Written = {},
) {
  const at = new Date(`${day}T12:00:00Z`)
  const by = { id: actor, actingUserId }
  return Number(await recordAudit(app.database, by, action, subject, { before, after, at }))
}

test('the audit tells who did what to what, before and after, newest first', async () => {
  const older = await note('2021-01-01', 'item.delete', 'item 5', {
    actor: 6,
    before: { yolos: [1, 2] },
    after: {},
  })
  const newer = await note('2021-01-02', 'user.password', 'user 6', { actor: 0 })
  const { body } = await ask('from=2021-01-01&to=2021-01-02')
  expect(body).toEqual({
    items: [
      expect.objectContaining({ id: newer, actor: 0, actorName: null, through: null }),
      {
        id: older,
        at: '2021-01-01T12:00:00.000Z',
        actor: 6,
        actorName: admin.name,
        through: null,
        action: 'item.delete',
        subject: 'item 5',
        before: { yolos: [1, 2] },
        after: {},
      },
    ],
    cursor: null,
    matching: 2,
  })
})

test('it is searched by actor or who sat behind them, subject or its kind, action or its kind, and day', async () => {
  const five = await note('2022-03-01', 'item.delete', 'item 5')
  const other = await note('2022-03-02', 'item.restore', 'item 55', { actor: 7 })
  const acted = await note('2022-03-03', 'as-another.write', 'user 20', {
    actor: 20,
    actingUserId: 514,
  })
  const days = 'from=2022-03-01&to=2022-03-31'
  expect(await idsOf(`${days}&actor=514`)).toEqual([acted, five])
  expect(await idsOf(`${days}&actor=20`)).toEqual([acted])
  expect(await idsOf(`${days}&actor=0`)).toEqual([])
  expect(await idsOf(`${days}&subject=item`)).toEqual([other, five])
  expect(await idsOf(`${days}&subject=item%205`)).toEqual([five])
  expect(await idsOf(`${days}&subject=ite`)).toEqual([])
  expect(await idsOf(`${days}&action=item`)).toEqual([other, five])
  expect(await idsOf(`${days}&action=item.restore&actor=7`)).toEqual([other])
  expect(await idsOf(`${days}&action=&subject=`)).toEqual([acted, other, five])
  expect(await idsOf('to=2022-03-01&subject=item%205')).toContain(five)
  expect(await idsOf('from=2022-03-03&action=as-another')).toEqual([acted])
})

test('it is filtered by a text of what was done or changed, and sorted by a column', async () => {
  const soup = await note('2020-02-01', 'word.test', 'item 1', { after: { name: 'Soup 100%' } })
  const stew = await note('2020-02-02', 'word.test', 'item 2', { after: { name: 'Stew 1000' } })
  const days = 'from=2020-02-01&to=2020-02-28'
  expect(await idsOf(`${days}&q=100%25`)).toEqual([soup])
  expect(await idsOf(`${days}&q=STEW`)).toEqual([stew])
  expect(await idsOf('q=soup+100%25')).toEqual([soup])
  expect(await idsOf('sort=at&pageSize=1')).toEqual([soup])
  expect(await idsOf(`${days}&sort=subject`)).toEqual([soup, stew])
  expect(await idsOf(`${days}&sort=at&order=desc`)).toEqual([stew, soup])
})

test('a day of the audit is the admin’s own', async () => {
  const at = new Date('2023-03-12T05:30:00Z')
  await recordAudit(app.database, { id: 7, actingUserId: null }, 'zone.test', 'item 9', { at })
  const of = async (day: string, zone: string) =>
    (await idsOf(`action=zone.test&from=${day}&to=${day}&timeZone=${zone}`)).length
  // The row is from the night before daylight saving time starts in Chicago.
  expect([await of('2023-03-12', 'UTC'), await of('2023-03-11', 'America/Chicago')]).toEqual([1, 1])
  expect([await of('2023-03-11', 'UTC'), await of('2023-03-12', 'America/Chicago')]).toEqual([0, 0])
})

test('more than a page goes on by its cursor, rows of one moment each once', async () => {
  const made = []
  for (let n = 0; n < 201; n++) made.push(await note('2024-05-05', 'crowd.test', `item ${n}`))
  const first = (await ask('action=crowd.test&pageSize=200')).body
  expect(first.items.length).toBe(200)
  const second = (await ask(`action=crowd.test&cursor=${first.cursor}`)).body
  expect(second.cursor).toBeNull()
  expect([...first.items, ...second.items].map(({ id }: any) => id)).toEqual(made.toReversed())
})

test.each([
  ['actor=-1', 'actor'],
  ['actor=all', 'actor'],
  ['from=2021-02-30', 'from'],
  ['from=2022-02-02&to=2022-02-01', 'from'],
  ['to=9999-12-31', 'to'],
  ['timeZone=Nowhere', 'timeZone'],
  ['cursor=1', 'cursor'],
  [`subject=${'x'.repeat(801)}`, 'subject'],
])('what can’t be asked for is refused: %s', async (query, field) => {
  const { status, body } = await ask(query)
  expect([status, body.error, Object.keys(body.fields)]).toEqual([400, 'bad_input', [field]])
})

test('a table that an admin takes along as a file leaves a row', async () => {
  const input = { name: 'New Members', rows: 812 }
  const member = await app.member()
  expect((await app.post('/api/admin/exports', input, { as: member })).status).toBe(403)
  expect((await app.post('/api/admin/exports', input, { as: admin })).status).toBe(200)
  const { body } = await ask('action=table.export')
  expect(body.items).toEqual([
    expect.objectContaining({ actor: 6, action: 'table.export', before: {}, after: input }),
  ])
})
