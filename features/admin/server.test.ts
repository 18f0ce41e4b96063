import { beforeAll, expect, it } from 'vitest'
import { recordAudit } from '#domain/audit.ts'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { id: number; token: string; name: string }
beforeAll(async () => {
  admin = await app.member({ id: 6, createdAt: new Date('2020-01-01') })
})
const audit = (query: string) => app.get(`/api/admin/audit?${query}`, { as: admin })
const idsOf = async (query: string) => (await audit(query)).body.items.map(({ id }: any) => id)

async function act(day: string, action: string, subject: string, actor = 514) {
  const at = new Date(`${day}T12:00:00Z`)
  const by = { id: actor, actingUserId: null }
  return Number(await recordAudit(app.database, by, action, subject, { after: { day }, at }))
}

it('the overview counts each day of a range', async () => {
  const { id: restaurant } = await app.restaurant()
  const createdAt = new Date('2021-06-02T12:00:00Z')
  const member = await app.member({ createdAt })
  await app.item({ restaurant, category: 3, by: member.id, createdAt })
  const { body } = await app.get('/api/admin/overview?from=2021-06-01&to=2021-06-03', { as: admin })
  expect(body).toEqual({
    days: [
      { day: '2021-06-01', members: 0, yolos: 0, votes: 0 },
      { day: '2021-06-02', members: 1, yolos: 1, votes: 0 },
      { day: '2021-06-03', members: 0, yolos: 0, votes: 0 },
    ],
    totals: { members: 1, yolos: 1, votes: 0 },
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
})

it('S37: the audit says who did what, filtered by actor, subject, text and day', async () => {
  const five = await act('2022-03-01', 'item.delete', 'item 5', 6)
  const other = await act('2022-03-02', 'item.restore', 'item 55')
  expect((await audit('from=2022-03-01&to=2022-03-02')).body).toMatchObject({
    items: [
      { id: other, actor: 514, actorName: null, action: 'item.restore', subject: 'item 55' },
      { id: five, actor: 6, actorName: admin.name, after: { day: '2022-03-01' } },
    ],
    cursor: null,
  })
  expect(await idsOf('actor=6&q=delete')).toEqual([five])
  expect(await idsOf('subject=item+5')).toEqual([five])
  expect(await idsOf('q=2022-03-02')).toEqual([other])
})

it('a list goes on by its cursor, rows of one moment each once', async () => {
  const all = []
  for (let n = 0; n < 12; n++) all.push(await act('2024-05-05', 'crowd.test', `item ${n}`))
  const first = (await audit('q=crowd.test&pageSize=7')).body
  const second = (await audit(`q=crowd.test&cursor=${first.cursor}`)).body
  expect([...first.items, ...second.items].map(({ id }: any) => id)).toEqual(all.toReversed())
})

it.each([
  ['from=2021-02-30', 'from'],
  ['from=2022-02-02&to=2022-02-01', 'from'],
  ['to=9998-12-31', 'to'],
  ['from=9998-12-31', 'from'],
  ['timeZone=Nowhere', 'timeZone'],
  ['cursor=x', 'cursor'],
])('a range or place that isn’t one is refused: %s', async (query, field) => {
  const { status, body } = await audit(query)
  expect([status, body.error, Object.keys(body.fields)]).toEqual([400, 'bad_input', [field]])
})
