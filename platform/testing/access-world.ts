import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { nameKeys } from '#features/accounts/names/user-name.ts'
import type { AnyCall } from '#platform/contract/call.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { newToken, tokenHash } from '#platform/server/auth/tokens.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { type TestApp, testApp } from './app.ts'
import { makePhoto } from './photos.ts'
import { untilTaken } from './until.ts'
import { dishes } from './dishes.ts'
import type { Person } from './people.ts'
import type { Role } from './access.ts'

export const password = 'nineteen calm otters'

/** Sessions and rate limits, which almost any call may change, and the cities, which none does. */
const apart = ['sessions', 'rate_limits', 'cities']

/**
 * Starts a server, unless one is given, with a person of every role. Returns functions that create the things that calls
 * are about.
 */
export async function openWorld(running?: TestApp) {
  const app = running ?? (await testApp())
  const { database } = app
  const { clock } = app.services
  const food = dishes(app.services)
  const owner = await app.member()
  const stranger = await app.member()
  const withRights: Record<string, Person> = {}
  for (const id of [20, 514, 6]) withRights[id] = await app.member({ id })
  let count = 0
  const fresh = (word: string) => `${word} ${++count}`
  const newcomer = () => ({
    userName: fresh('Newcomer'),
    email: `newcomer${++count}@example.org`,
    password,
  })

  const mailedTo = new Map<string, string>()

  const world = {
    app,
    /** The address to which each mailed token was sent. */
    mailedTo,
    owner,
    stranger,
    fresh,
    newcomer,
    restaurant: () => food.restaurant({ name: fresh('Place') }),
    async item(at?: { id: number; placeId: string; name: string }) {
      const place = at ?? (await food.restaurant({ name: fresh('Place') }))
      // Make room in both members' quotas of three.
      await database.deleteFrom('yolos').where('user_id', 'in', [owner.id, stranger.id]).execute()
      const made = await food.item({ restaurant: place.id, category: 3, by: owner.id })
      await food.item({ restaurant: place.id, category: 3, by: stranger.id })
      return { ...made, place }
    },
    photo: async () => new Blob([await makePhoto({ noise: true })], { type: 'image/jpeg' }),
    async yoloWithPhoto() {
      const as = await world.actor('owner')
      const { yoloId } = await world.item()
      const form = new FormData()
      form.set('file', await world.photo(), 'a.jpg')
      const address = `/api/yolo-image/${yoloId}/image/upload`
      const { body } = await untilTaken(() => app.request('POST', address, { as, body: form }))
      return body as { id: number; image: string }
    },
    /** Registers an account and returns its email and password. */
    async registered() {
      const one = newcomer()
      const { status } = await app.post('/api/register', one)
      if (status !== 200) throw new Error(`No account for the matrix: ${status}`)
      return { email: one.email, password }
    },
    async mailToken(purpose: string) {
      const { id, email } = await app.member({ verified: false })
      const token = await mailToken(app.services, { id, email, purpose })
      mailedTo.set(token, email)
      return token
    },
    /** Returns a person of this role with a separate session, so that a call may end it. */
    async actor(role: Role): Promise<Person | null> {
      if (role === 'visitor') return null
      if (role === 'unverified') return app.member({ verified: false })
      if (role === 'suspended') {
        const member = await app.member()
        const suspended = { suspended_at: clock.now() }
        await database.updateTable('users').set(suspended).where('id', '=', member.id).execute()
        return member
      }
      if (role === 'member' || role === 'other') return app.member()
      const person = role === 'owner' ? owner : withRights[role]!
      await bringBack(database, person)
      const { token } = await openSession(database, clock, person.id, { userAgent: 'matrix' })
      return { ...person, token }
    },
    send: sender(app),
    ...contentsOf(database),
  }
  return world
}

/** In another row of the matrix the person may have disabled or deleted the account. */
const bringBack = (database: Database, { id, name, email }: Person) =>
  database
    .insertInto('users')
    .values({ id, email, user_name: name, ...nameKeys(name), email_verified_at: new Date() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ disabled_at: null }))
    .execute()

async function mailToken(
  { database, clock }: Services,
  { id, email, purpose }: { id: number; email: string; purpose: string },
) {
  const token = newToken()
  const now = clock.now()
  await database
    .insertInto('mail_tokens')
    .values({
      token_hash: tokenHash(token),
      user_id: id,
      purpose,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute()
  return token
}

/** Fills the path's parameters in from the input. `rest` is what the query or body holds. */
function pathOfCall({ route }: AnyCall, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = route.split(' ')[1]!.replace(/:(\w+)/g, (_: string, key: string) => {
    const value = String(rest[key])
    delete rest[key]
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** Returns the address of a call by GET, with its query. */
export function addressOfGet(call: AnyCall, input: Record<string, unknown>): string {
  const { path, rest } = pathOfCall(call, input)
  const query = new URLSearchParams(rest as Record<string, string>).toString()
  return `/api${path}${query ? `?${query}` : ''}`
}

function sender(app: TestApp) {
  /**
   * Sends a call as its contract declares it: the input fills in the path's parameters, and the rest is the query or
   * body.
   */
  return (call: AnyCall, input: Record<string, unknown>, as: Person | null, raw?: string) => {
    const [method = ''] = call.route.split(' ')
    const { path, rest } = pathOfCall(call, input)
    if (method === 'GET') return app.get(addressOfGet(call, input), { as })
    if (call.consumes === 'multipart/form-data') {
      const form = new FormData()
      for (const [key, value] of Object.entries(rest)) form.set(key, value as Blob)
      return app.request(method, `/api${path}`, { as, body: form })
    }
    const body = raw ?? JSON.stringify(call.bodyList ? rest[call.bodyList] : rest)
    return app.request(method, `/api${path}`, {
      as,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
  }
}

function contentsOf(database: Database) {
  async function tableNames(without: string[]) {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name <> all (${without}::text[]) order by 1`.execute(database)
    return rows.map(({ name }) => name)
  }
  async function contentOf(table: string) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t order by 1`.execute(database)
    return rows.map(({ row }) => row).join('\n')
  }
  return {
    /** Returns a hash of each table's rows, except for the tables above. */
    async state() {
      const tables = await tableNames(apart)
      const found: Record<string, string> = {}
      for (const table of tables)
        found[table] = createHash('sha256')
          .update(await contentOf(table))
          .digest('hex')
      return found
    },
    async everything() {
      const texts = await Promise.all((await tableNames(apart)).map(contentOf))
      return texts.join('\n')
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
