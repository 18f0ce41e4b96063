import { sql } from 'kysely'
import { categoryIds } from '../domain/vocabulary/categories.ts'
import { createApp } from '../app/app.ts'
import type { Database, Services } from '../platform/server/services.ts'
import { openSession } from '../platform/server/auth/sessions.ts'
import { densest } from './centres.ts'
import { fill } from './data.ts'
import { firstMember } from './filling/members.ts'
import { measure, row } from './measure.ts'

const size = {
  items: 100_000,
  members: 60_000,
  follows: 200_000,
  fans: 50_000,
  followees: 5_000,
  votes: 400_000,
}
const listening = 1_000

/** A member with 50,000 followers (`star`), one who follows 5,000 members (`reader`), and others. */
type Cast = { star: number; reader: number; others: number[]; fans: number[] }

/** Measures what follows and notifications cost if nearly everyone follows one member. */
export async function benchPeople(services: Services, database: Database, url: string) {
  const begun = performance.now()
  const cast = await fillPeople(database, url)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(
    `${size.members} members, ${size.follows} follows, ${size.votes} votes in 90 days, made in ${seconds} s`,
  )
  const app = await createApp(services)
  await services.events.start()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const tokenOf = async (id: number) =>
    (await openSession(database, services.clock, id, { userAgent: 'bench' })).token
  const tokens = await Promise.all(cast.others.slice(0, 400).map(tokenOf))
  const [star, reader] = [await tokenOf(cast.star), await tokenOf(cast.reader)]
  const call = async (path: string, token: string, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }
  const { place_id: placeId } = await database
    .selectFrom('restaurants')
    .select('place_id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  // Saves a new dish each time, up to three in each category.
  const save = (token: string, who: string) => (round: number) =>
    call('/yolos', token, {
      placeId,
      categoryId: categoryIds[round % categoryIds.length]!,
      itemName: `${who} ${round}`,
    })

  console.log(`\n${'ms'.padEnd(46)} ${'p50'.padStart(8)} ${'p99'.padStart(8)} ${'/s'.padStart(8)}`)
  for (const [who, some] of [
    ['anyone', tokens],
    ['one with 5,000 followees', [reader]],
    ['one with 50,000 followers', [star]],
  ] as const)
    for (const path of ['/follow/unread', '/notifications', '/feed', '/my-page'])
      console.log(
        row(
          `${path}: ${who}`,
          await measure(some.length === 1 ? 60 : 400, (n) => call(path, some[n % some.length]!)),
        ),
      )
  console.log(
    row(
      '/follow/unread: anyone, 8 callers',
      await measure(4_000, (n) => call('/follow/unread', tokens[n % tokens.length]!), 8),
    ),
  )
  await database.deleteFrom('yolos').where('user_id', 'in', [cast.star, cast.others[0]!]).execute()
  console.log(row('a new yolo: anyone', await measure(40, save(tokens[0]!, 'plain'))))
  console.log(row('a new yolo: one with 50,000 followers', await measure(40, save(star, 'star'))))

  const followers = await listen(origin, await Promise.all(cast.fans.map(tokenOf)))
  await database
    .deleteFrom('yolos')
    .where('user_id', '=', cast.star)
    .where('description', '=', '')
    .execute()
  const saved = performance.now()
  const answered = await measure(1, save(star, 'live'))
  await Promise.race([followers.all, new Promise((resolve) => setTimeout(resolve, 20_000))])
  console.log(
    `\nanswered in ${answered.p50.toFixed(1)} ms; ${followers.count()} of ${listening} listening followers told within ${((performance.now() - saved) / 1000).toFixed(1)} s`,
  )
  followers.leave()
  await app.server.close()
}

/** Opens an event stream for each member. `all` resolves when each of them has received an event. */
async function listen(origin: string, tokens: string[]) {
  const left = new AbortController()
  let notified = 0
  let done = () => {}
  const all = new Promise<void>((resolve) => (done = resolve))
  const hear = async (body: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream()))
      if (chunk.includes('changed')) {
        notified++
        if (notified === tokens.length) done()
        return
      }
  }
  for (const token of tokens) {
    const { body } = await fetch(`${origin}/api/notifications/stream`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: left.signal,
    })
    hear(body!).catch(() => {})
  }
  return { all, count: () => notified, leave: () => left.abort() }
}

async function fillPeople(database: Database, url: string): Promise<Cast> {
  await fill(url, { items: size.items })
  const { id: star } = await database
    .selectFrom('users')
    .select('id')
    .where('id', '>=', firstMember)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await database.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into users (user_name, user_name_key)
      select 'Reader ' || n, 'reader ' || n from generate_series(1, ${size.members}::integer - (select count(*)::integer from users)) n`.execute(
      tx,
    )
    // A fifth of the members live in the densest city, where most dishes are saved.
    await sql`
      update users set email_verified_at = now(), created_at = now() - interval '1 year',
             follows_read_at = now() - interval '3 days', notices_read_at = now() - interval '3 days',
             latitude = case when id % 5 = 0 then ${densest.latitude}::float8 else 25 + random() * 24 end,
             longitude = case when id % 5 = 0 then ${densest.longitude}::float8 else -120 + random() * 45 end`.execute(
      tx,
    )
    await sql`
      insert into follows (follower_id, followee_id, created_at)
      select distinct on (a, b) a, b, now() - random() * interval '200 days' from (
        select ${star}::integer + 1 + n, ${star}::integer from generate_series(1, ${size.fans}::integer) n
        union all
        select ${star}::integer + 1, ${star}::integer + 2 + n * 11 from generate_series(1, ${size.followees}::integer) n
        union all
        select ${star}::integer + floor(random() * ${size.members}::integer)::integer,
               ${star}::integer + floor(power(random(), 3) * ${size.members}::integer)::integer
          from generate_series(1, ${size.follows - size.fans - size.followees}::integer)
      ) pair (a, b) where a <> b on conflict do nothing`.execute(tx)
    await sql`
      insert into votes (item_id, user_id, created_at)
      select distinct on (item, voter) item, voter, now() - random() * interval '90 days' from (
        select 1 + floor(power(random(), 2) * ${size.items}::integer)::integer,
               ${star}::integer + floor(random() * ${size.members}::integer)::integer
          from generate_series(1, ${size.votes}::integer)) v (item, voter)
      on conflict do nothing`.execute(tx)
  })
  await sql`vacuum (analyze) users, follows, votes, yolos, items`.execute(database)
  const pick = (from: number, count: number, step: number) =>
    Array.from({ length: count }, (_, n) => star + from + n * step)
  return {
    star,
    reader: star + 1,
    others: pick(50, 400, 141),
    fans: pick(2, listening, 49),
  }
}
