import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inOpenContestSql } from '#domain/open-contests.ts'
import type { Point } from '#domain/position/miles.ts'
import { memberVisibleSql } from '#domain/visible.ts'
import { adminIds, isAdmin } from '#domain/vocabulary/roles.ts'
import { farMoveMiles } from '#features/places/import/update-place.ts'
import { loadGazetteer, locationColumns } from '#features/places/gazetteer/gazetteer.server.ts'
import type { RequestFacts, Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { type CorrectionRow, phoneDigitsSql, pinJsonSql, type Tx } from './facts.server.ts'
import type { CorrectableField } from './fields.ts'

// Which members can change a restaurant, and which changes also need an admin (rules: corrections).

const day = 24 * 60 * 60 * 1000
const verifiedFor = 14 * day
const acts = 5
const decisionHoldsFor = 90 * day
/** Number of pins and hours a day that change without an admin and that a member proposed or agreed with. */
const mostUncheckedPerDay = 5
/** Maximum distance in miles by which members may propose to move a pin from where an import or an admin last set it. */
export const maxPinMoveMiles = 10

/**
 * SQL for whether a member's corrections are considered: they are verified, not held, not disabled and not taken down.
 */
export const isEligibleCorrectorSql = (member: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from reporters_counting() k join users u on u.id = k.user_id
   where k.user_id = ${member} and ${memberVisibleSql('u')})`

/**
 * SQL for whether a member has weight, so that a restaurant changes if they and another such member agree.
 * `isEligibleCorrectorSql` must be true, and they must have enough votes or favorites that count and have been verified
 * for long enough. Waiting before that costs nothing: any number of accounts can be made without a mailbox.
 */
export const isTrustedCorrectorSql = (
  member: RawBuilder<unknown>,
  now: Date,
) => sql<SqlBool>`(${isEligibleCorrectorSql(member)}
  and exists (select from users u where u.id = ${member} and u.email_verified_at <= ${new Date(now.getTime() - verifiedFor)})
  and ${acts} <= (select count(*) from (
    (select from votes v where v.user_id = ${member} limit ${acts})
    union all (select from yolos y where y.user_id = ${member} limit ${acts})) a))`

/**
 * SQL for whether these two members count as two people: no open cluster contains both, they weren't seen on the same
 * network (`networks` are the second one's at the moment), and the second doesn't follow the first, who proposes. Whom
 * the first follows isn't asked, because otherwise a proposer could keep others from agreeing by following them. Two
 * members who are both only beside a cluster still count as two, because each may be someone whom its accounts copied.
 */
const areTwoSql = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<SqlBool>`(
  not exists (select from follows f where f.follower_id = ${other} and f.followee_id = ${one}))`

type Pair = { proposer: number; viewer: Viewer; request: RequestFacts }

/**
 * Returns whether both members have weight (see `isTrustedCorrectorSql`), and whether they count as two people. With
 * both they can confirm a correction together.
 */
export async function weighPair(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Tx,
  { proposer, viewer }: Pair,
): Promise<{ haveWeight: boolean; areTwo: boolean }> {
  const now = services.clock.now()
  const [one, other] = [sql`${proposer}::integer`, sql`${viewer.id}::integer`]
  const { rows } = await sql<{ haveWeight: boolean; areTwo: boolean }>`
    select ${isTrustedCorrectorSql(one, now)} and ${isTrustedCorrectorSql(other, now)} as "haveWeight",
           ${areTwoSql(one, other)} as "areTwo"`.execute(tx)
  return rows[0]!
}

type Asking = { row: CorrectionRow; viewer: Viewer; request: RequestFacts }

/**
 * Returns the open correction of the same value that the viewer can confirm together with its proposer: one that waits
 * for a member first, then the oldest. For an admin it is the oldest of all that are considered.
 */
export async function findConfirmable(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Tx,
  { row, viewer }: Asking,
): Promise<CorrectionRow | undefined> {
  const now = services.clock.now()
  const other = sql`${viewer.id}::integer`
  const can = isAdmin(viewer)
    ? isEligibleCorrectorSql(sql`c.user_id`)
    : sql`${isTrustedCorrectorSql(sql`c.user_id`, now)} and ${isTrustedCorrectorSql(other, now)}
          and ${areTwoSql(sql`c.user_id`, other)}`
  const { rows } = await sql<CorrectionRow>`
    select c.id, c.restaurant_id, c.field, c.before, c.after, c.user_id
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id
     where ${saysTheSameSql(row)} and c.user_id <> ${viewer.id} and ${can}
     order by ${neededApproverSql(now)} = 'member' desc, c.id limit 1 for update of c`.execute(tx)
  return rows[0]
}

/** SQL for whether an open correction `c` says the same of its restaurant as this one. */
export const saysTheSameSql = ({ restaurant_id, field, before, after }: CorrectionRow) => sql`
  c.restaurant_id = ${restaurant_id} and c.field = ${field} and c.applied_at is null
  and c.before = ${JSON.stringify(before)}::jsonb and c.after = ${JSON.stringify(after)}::jsonb`

/**
 * SQL for whether an open correction `c` of a restaurant `r` waits for a second member or for an admin. A position also
 * waits for an admin if it is in another city (see `requireAdminForCityChange`).
 */
export const neededApproverSql = (now: Date) => sql<'member' | 'admin'>`case
  when not ${isTrustedCorrectorSql(sql`c.user_id`, now)} then 'admin'
  when ${wasDecidedByAdmin(now)} then 'admin'
  when c.field = 'website' then 'admin'
  when c.field in ('name', 'address', 'phone') and not ${sourceSays} then 'admin'
  when c.field = 'position' and (${isFarMove} or ${inContest(now)}) then 'admin'
  when c.field in ('position', 'hours') and ${isLimitReached(sql`c.user_id`, now)} then 'admin'
  else 'member' end`

/** Returns whether the viewer can't be the second member today, because they reached the limit for pins and hours. */
export async function hasReachedLimit(
  tx: Tx,
  { field, viewer, now }: { field: CorrectableField; viewer: Viewer; now: Date },
): Promise<boolean> {
  if (field !== 'position' && field !== 'hours') return false
  const { rows } = await sql<{ reached: boolean }>`
    select ${isLimitReached(sql`${viewer.id}::integer`, now)} as reached`.execute(tx)
  return rows[0]!.reached
}

/**
 * SQL for whether a second member, whose word still counts (`isEligibleCorrectorSql`), has agreed with a correction. This
 * is what its proposer reads: they must not learn from it whether the two count as two.
 */
export const hasAgreementSql = (correction = 'c') => {
  const by = sql.ref(`${correction}.agreed_by`)
  return sql<boolean>`(${by} is not null and ${isEligibleCorrectorSql(by)})`
}

/** SQL for whether a second member has agreed who counts as another person than its proposer, as admins read it. */
export const isAgreedSql = (correction = 'c') => {
  const [by, proposer] = ['agreed_by', 'user_id'].map((of) => sql.ref(`${correction}.${of}`))
  return sql<boolean>`(${hasAgreementSql(correction)} and ${areTwoSql(proposer!, by!)})`
}

/** SQL for whether a member reached the limit `mostUncheckedPerDay`. */
const isLimitReached = (member: RawBuilder<unknown>, now: Date) => sql`${mostUncheckedPerDay} <= (
  select count(*) from restaurant_corrections a
   where (a.user_id = ${member} or a.agreed_by = ${member}) and a.field in ('position', 'hours')
     and a.applied_at > ${new Date(now.getTime() - day)} and (a.agreed_by = any (${adminIds}::integer[])) is not true)`

/**
 * Makes corrections by these members wait until the transaction ends, so that simultaneous ones can't exceed their
 * limit together. The restaurant must be locked before.
 */
export const lockLimits = (tx: Tx, members: number[]) =>
  sql`
    select pg_advisory_xact_lock(hashtextextended('corrections ' || id, 4))
      from (select id from unnest(${members}::integer[]) id order by id) m`.execute(tx)

/**
 * SQL for whether an admin recently undid or declined a change of this field, or put one in or took one over, also at a
 * restaurant that was merged into this one. Values aren't compared, because members would propose one that is slightly
 * different.
 */
const wasDecidedByAdmin = (now: Date) => sql`exists (
  select from restaurants g
    join audit a on a.subject = 'restaurant ' || g.id
   where r.id in (g.id, g.merged_into) and (a.action in ('restaurant.uncorrect', 'restaurant.reopen', 'restaurant.decline')
                                         or a.action = 'restaurant.correct' and a.actor_id = any (${adminIds}::integer[]))
     and a.before ? c.field and a.at > ${new Date(now.getTime() - decisionHoldsFor)})`

/**
 * SQL for whether an imported source has the proposed name, address or phone: in this restaurant, in one merged into
 * it, or in a held change that wasn't refused. It must be written as there, of a phone the digits. A fact that members
 * corrected isn't the source's any more.
 */
const sourceSays = sql`(
  exists (select from restaurants g
           where (g.id = r.id or g.merged_into = r.id) and g.source <> 'member' and not c.field = any (g.corrected)
             and ${isSaid({ names: sql`array[g.name, g.name_en]`, address: sql`nullif(g.address, g.city_label)`, phone: sql`to_jsonb(g.phone)` })})
  or exists (select from held_changes h
              where h.restaurant_id = r.id and h.accepted is not false
                and ${isSaid({ names: sql`array[h.given ->> 'name', h.given ->> 'name_en']`, address: sql`h.given ->> 'address'`, phone: sql`h.given -> 'phone'` })}))`

type Said = Record<'names' | 'address' | 'phone', RawBuilder<unknown>>

function isSaid({ names, address, phone }: Said) {
  return sql`case c.field
    when 'name' then c.after #>> '{}' = any (${names})
    when 'address' then c.after #>> '{}' = ${address}
    else ${phoneDigitsSql(sql`c.after`)} = ${phoneDigitsSql(phone)} end`
}

export type Waiting = {
  field: CorrectableField
  after: unknown
  city: string
  waitsFor: 'member' | 'admin'
}

/**
 * Makes corrections wait for an admin if the new position is in another city, because the restaurant's address, lists
 * and pages show the city's name.
 */
export async function requireAdminForCityChange<Row extends Waiting>(
  { settings }: Pick<Services, 'settings'>,
  rows: Row[],
): Promise<Row[]> {
  if (!rows.some(({ field, waitsFor }) => field === 'position' && waitsFor === 'member'))
    return rows
  const cities = await loadGazetteer(settings.stateDir)
  const isElsewhere = ({ field, after, city }: Row) =>
    field === 'position' && locationColumns(cities, after as Point).city_label !== city
  return rows.map((row) => (isElsewhere(row) ? { ...row, waitsFor: 'admin' } : row))
}

const milesTo = (latitude: RawBuilder<unknown>, longitude: RawBuilder<unknown>) =>
  sql`miles_between(${latitude}, ${longitude}, (c.after ->> 'latitude')::float8, (c.after ->> 'longitude')::float8)`

const trusted = sql`coalesce(r.trusted_pin, ${pinJsonSql('r')})`
const isFarMove = sql`${farMoveMiles} < ${milesTo(sql`(${trusted} ->> 'latitude')::float8`, sql`(${trusted} ->> 'longitude')::float8`)}`

/** SQL for whether the old or new position is in the area of an open contest. */
const inContest = (now: Date) =>
  inOpenContestSql(
    now,
    { latitude: sql`r.latitude`, longitude: sql`r.longitude` },
    {
      latitude: sql`(c.after ->> 'latitude')::float8`,
      longitude: sql`(c.after ->> 'longitude')::float8`,
    },
  )
