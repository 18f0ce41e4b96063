import type pg from 'pg'
import { densest } from '../centres.ts'
import { firstMember } from './members.ts'

type Ground = { items: number; members: number; now: number }

/**
 * Fills in what admins work with: shares, follows, reports (a tenth of the reported things have enough to be hidden),
 * abuse reports, takedowns, two contests and the audit log. Triggers are on, so that they update everything else.
 */
export async function fillDesk(client: pg.Client, { items, members, now }: Ground) {
  const at = new Date(now)
  const run = (text: string, ...values: unknown[]) => client.query(text, values)
  const someone = `${firstMember} + floor(random() * ${members})::integer`
  await run('select setseed(0.42)')
  await run(
    `insert into shares (user_id, created_at)
     select ${firstMember} + floor(power(random(), 3) * ${members})::integer, $1::timestamptz - random() * interval '300 days'
       from generate_series(1, ${Math.ceil(members / 2)})`,
    at,
  )
  await run('alter table follows disable trigger follows_not_blocked')
  await run(
    `insert into follows (follower_id, followee_id, created_at)
     select a, b, $1::timestamptz - random() * interval '300 days'
       from (select ${someone} as a, ${firstMember} + floor(power(random(), 4) * ${members})::integer as b
               from generate_series(1, ${members * 5})) pair where a <> b
     on conflict do nothing`,
    at,
  )
  await run('alter table follows enable trigger follows_not_blocked')
  for (const [table, thing, count] of [
    ['item_reports', 'item', items],
    ['restaurant_reports', 'restaurant', Math.ceil(items / 10)],
  ] as const)
    await run(
      `insert into ${table} (${thing}_id, user_id, created_at)
       select it, ${someone}, $1::timestamptz - random() * interval '60 days'
         from (select 1 + floor(random() * ${count})::integer as it, n
                 from generate_series(1, ${Math.ceil(count / 200)}) n) reported,
              generate_series(1, case when n % 10 = 0 then 9 else 1 + n % 4 end)
       on conflict do nothing`,
      at,
    )
  await run(
    `insert into abuse_reports (reporter_id, kind, yolo_id, member_id, reason, seen, created_at, closed_at)
     select by, 'text', id, user_id, (array['spam', 'offensive', 'misleading', 'other'])[1 + n % 4], description,
            said, case when n % 3 > 0 then said + interval '1 day' end
       from (select y.id, y.user_id, y.description, n, ${someone} as by, $1::timestamptz - interval '2 days' - random() * interval '90 days' as said
               from generate_series(1, ${Math.ceil(members / 200)}) n join yolos y on y.id = 1 + (n * 7919) % ${items}) told
      where by <> user_id on conflict do nothing`,
    at,
  )
  await run(
    `insert into takedowns (kind, yolo_id, member_id, word, actor_id, created_at)
     select 'text', yolo_id, member_id, 'Please keep to the food.', 514, max(closed_at)
       from abuse_reports where closed_at is not null and id % 4 = 0 group by yolo_id, member_id`,
  )
  await run(
    `insert into audit (at, actor_id, action, subject, before, after)
     select $1::timestamptz - random() * interval '1 year', (array[6, 7, 514])[1 + n % 3],
            (array['emails.list', 'item.adjust', 'report.dismiss', 'yolo.delete'])[1 + n % 4],
            'item ' || 1 + floor(random() * ${items})::integer, '{"count": 1}', '{"count": 2}'
       from generate_series(1, ${members}) n`,
    at,
  )
  await contests(run, members, at)
}

type Run = (text: string, ...values: unknown[]) => Promise<pg.QueryResult>

/**
 * Creates a closed contest with a frozen list of entries, and an open one. The database's own functions determine the
 * entries.
 */
async function contests(run: Run, members: number, at: Date) {
  for (const [from, to, isClosed] of [
    ['90 days', '-60 days', true],
    ['30 days', '30 days', false],
  ] as const) {
    const { rows } = await run(
      `insert into contests (title, prize, area, latitude, longitude, miles, eligibility, time_zone, created_at, closes_at, draws_at, seed_hash)
       values ('The favorites of the densest city', 'Dinner for two', 'Midtown', $1, $2, 20, 'Members of the area', 'America/New_York',
               $3::timestamptz - $4::interval, $3::timestamptz + $5::interval, $3::timestamptz + $5::interval + interval '1 day', repeat('0', 64))
       returning id`,
      densest.latitude,
      densest.longitude,
      at,
      from,
      to,
    )
    const { id } = rows[0]
    await run(
      `insert into contest_confirmations (contest_id, user_id, eligible, at)
       select $1, id, true, $2 from users where id >= ${firstMember} and id % 3 = 0 and id < ${firstMember + members}`,
      id,
      at,
    )
    const due = 'select distinct yolo_id from contest_entries_due() where contest_id = $1'
    await run(`select settle_contest_entries(array(${due}), array[$1::integer])`, id)
    if (isClosed) await run('select close_contest($1, $2)', id, at)
  }
}
