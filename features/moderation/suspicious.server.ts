import { sql } from 'kysely'
import type { Services } from '#platform/server/services.ts'

const day = 24 * 60 * 60 * 1000
/** Accounts younger than this are looked at. */
const young = 14 * day
/** So many of them from one network that did something at one restaurant are suspicious. */
const fromOneNetwork = 5
/** So many of them are suspicious whose first act is at one restaurant within a day. */
const firstAtOnePlace = 30
/** How long the network that an account was made from is stored. */
const networkStored = 30 * day

/**
 * Opens a case for each restaurant with suspicious activity, or adds the accounts to the open one. Accounts that an
 * admin has dismissed or suspended don't bring a restaurant back. Nothing else happens by itself.
 */
export async function findSuspiciousActivity({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - young)
  await sql`
    with act as (
      select a.user_id, i.restaurant_id, u.network, min(a.created_at) as at
        from (select user_id, item_id, created_at from votes where created_at > ${since}
              union all
              select user_id, item_id, created_at from yolos where created_at > ${since}) a
        join items i on i.id = a.item_id
        join users u on u.id = a.user_id and u.counts and u.created_at > ${since}
       group by a.user_id, i.restaurant_id, u.network),
    first_act as (select distinct on (user_id) user_id, restaurant_id, at from act order by user_id, at),
    crowded as (
      select restaurant_id, at,
             count(*) over (partition by restaurant_id order by at
                            range between current row and interval '1 day' following) as accounts
        from first_act),
    suspicious as (
      select restaurant_id, unnest(array_agg(user_id)) as user_id from act where network is not null
       group by restaurant_id, network having count(*) >= ${fromOneNetwork}
      union
      select f.restaurant_id, f.user_id
        from crowded c
        join first_act f on f.restaurant_id = c.restaurant_id and f.at between c.at and c.at + interval '1 day'
       where c.accounts >= ${firstAtOnePlace}),
    found as (
      select restaurant_id, array_agg(user_id order by user_id) as accounts from suspicious s
       group by restaurant_id
      having not array_agg(user_id) <@ (
        select coalesce(array_agg(account), '{}') from cases c, unnest(c.accounts) account
         where c.kind = 'activity' and c.subject_id = s.restaurant_id and c.closed_at is not null))
    insert into cases as c (kind, subject_id, accounts, opened_at)
    select 'activity', restaurant_id, accounts, ${now} from found
    on conflict (kind, subject_id) where closed_at is null do update
       set accounts = array(select unnest(c.accounts) union select unnest(excluded.accounts) order by 1)
     where not excluded.accounts <@ c.accounts`.execute(database)
  await sql`
    update users set network = null
     where network is not null and created_at <= ${new Date(now.getTime() - networkStored)}`.execute(
    database,
  )
}
