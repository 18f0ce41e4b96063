import { expect, test } from 'vitest'
import type { AnyCall } from '#platform/contract/call.ts'
import { samples } from './access-samples.ts'
import { calls as allCalls } from '#app/contract.ts'
import { openWorld } from '#platform/testing/access-world.ts'

const world = await openWorld()
const { app } = world
const { database } = app

const isWrite = ({ route, unsafeGet }: AnyCall) => !route.startsWith('GET ') || Boolean(unsafeGet)
const isAdmins = ({ access }: AnyCall) => access !== 'anyone' && access !== 'member'
/** True if only a thing's owner and admins may make the call, according to the access matrix. */
const isAdminsToo = ({ route }: AnyCall) => {
  const status = samples[route]?.status
  return status?.other === 403 && status['514'] === undefined
}

const lastId = async () => {
  const { max } = await database
    .selectFrom('audit')
    .select((is) => is.fn.max<string | null>('id').as('max'))
    .executeTakeFirstOrThrow()
  return max ?? '0'
}
const since = async (id: string) =>
  database.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').execute()

/** Inputs that change something, for calls whose minimal input in the matrix doesn't. */
const changing: Record<string, () => Promise<Record<string, unknown>>> = {
  async 'POST /add-more-tags/:yoloId'() {
    const { body } = await app.get('/api/tags?category=3')
    return { yoloId: (await world.item()).yoloId, tags: [{ tagId: body[0].id }] }
  },
  async 'PUT /yolos/:id/tags'() {
    const { body } = await app.get('/api/tags?category=3')
    return { id: (await world.item()).yoloId, tags: [body[0].id] }
  },
  'DELETE /yolo-image/:yoloId/image': async () => ({ yoloId: (await world.yoloWithPhoto()).id }),
  async 'POST /admin/cases/:id/restore'() {
    const { id } = await app.member()
    const as = await chief()
    await app.post(`/api/admin/members/${id}/suspension`, { reason: 'Spam.' }, { as })
    const { body } = await app.get('/api/admin/cases?state=decided&kind=member', { as })
    const own = body.items.find(({ link }: { link: string }) => link === `/admin/members/${id}`)
    return { id: own.id }
  },
  async 'DELETE /admin/members/:id/suspension'() {
    const { id } = await app.member()
    const as = await chief()
    await app.post(`/api/admin/members/${id}/suspension`, { reason: 'Spam.' }, { as })
    return { id }
  },
}
const chief = () => world.actor('514')
async function inputOf(route: string) {
  const changes = changing[route]
  return changes ? changes() : ((await samples[route]!.input(world)) as Record<string, unknown>)
}

/** Calls whose audit row has no `before`, because they create something. */
const beginnings = ['POST /contests', 'POST /login/20']

const adminWrites = allCalls.filter(
  (call) => isWrite(call) && (isAdmins(call) || isAdminsToo(call)),
)

test('S37 there are admin writes to look at', () => {
  expect(adminWrites.length).toBeGreaterThanOrEqual(10)
})

test.each(adminWrites.map((call) => [call.route, call] as const))(
  'S37 an admin’s %s says who, when, what, before and after',
  async (route, call) => {
    const input = await inputOf(route)
    const as = await chief()
    const at = new Date(Date.now() + 3_600_000)
    const before = await lastId()
    app.clock.set(at)
    const answer = await world.send(call, input, as)
    app.clock.set(null)
    expect(answer.status, answer.text).toBe(200)
    const written = await since(before)
    expect(written.length).toBe(1)
    const [row] = written
    const actor = route === 'POST /login/20' ? { actor_id: 20, through_id: 514 } : { actor_id: 514 }
    expect(row).toMatchObject({ ...actor, at })
    expect(row!.action).toMatch(/^[a-z]+\.[a-z-]+$/)
    expect(row!.subject).toMatch(/^[a-z ]+ \d+$/)
    if (!beginnings.includes(route)) expect(row!.before).not.toBeNull()
    if (!route.startsWith('DELETE ')) expect(row!.after).not.toBeNull()
    expect(row!.after).not.toEqual(row!.before)
  },
)

const actingWrites = allCalls.filter((call) => isWrite(call) && !isAdmins(call))

test.each(actingWrites.map((call) => [call.route, call] as const))(
  'S36 %s by 514 as 20 leaves a row with both ids',
  async (route, call) => {
    const input = (await samples[route]!.input(world)) as Record<string, unknown>
    const { body: acting } = await app.post('/api/login/20', {}, { as: await chief() })
    const before = await lastId()
    const answer = await world.send(call, input, acting)
    const written = await since(before)
    const row = written.find(({ action }) => action === 'as-another.write')
    // A request that is refused for its shape (wrong content type, invalid input) leaves no such row.
    if (!row) expect([400, 415]).toContain(answer.status)
    else {
      expect(row).toMatchObject({ actor_id: 20, through_id: 514, subject: 'user 20' })
      expect(row.after).toMatchObject({ route })
    }
    for (const row of written) expect([row.actor_id, row.through_id]).toEqual([20, 514])
  },
)

test('S36 name and bio changed as another: both ids and what was sent; no secret is written down', async () => {
  const { body: acting } = await app.post('/api/login/20', {}, { as: await chief() })
  const old = { bio: 'Old words.', first_name: 'Ann' }
  await database.updateTable('users').set(old).where('id', '=', 20).execute()
  const before = await lastId()
  await app.put('/api/user/bio', { bio: 'New words.' }, { as: acting })
  await app.put('/api/user/name', { firstname: 'Eva', lastname: 'New' }, { as: acting })
  const password = { current: 'planted-old-one', password: 'planted-new-one' }
  expect((await app.put('/api/user/password', password, { as: acting })).status).toBe(403)
  const written = await since(before)
  expect(written.map(({ actor_id, through_id }) => [actor_id, through_id])).toEqual(
    Array.from({ length: 3 }, () => [20, 514]),
  )
  expect(written[0]).toMatchObject({ after: { input: { bio: 'New words.' } } })
  expect(written[1]).toMatchObject({ after: { input: { firstname: 'Eva' } } })
  expect(JSON.stringify(written)).not.toContain('planted')
})
