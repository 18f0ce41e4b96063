import { sql } from 'kysely'
import { audited } from '#domain/audit.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import type { RequestFacts, Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { currentOf, holdRestaurant, remember, sameOf, setFact, type Tx } from './apply.server.ts'
import { correctionNotFound, needsAnother } from './contract.ts'
import type { Correctable } from './fields.ts'
import { areTwo, counts, waitingFor, weighs } from './weight.server.ts'

export type Row = {
  id: number
  restaurant_id: number
  field: Correctable
  before: unknown
  after: unknown
  /** Null where the account is gone: of what was taken over alone. */
  user_id: number | null
}

type New = { place: number; field: Correctable; after: string; viewer: Viewer }

/** A proposal of one's own; the one that proposes the same, where another was first. */
export async function entered({ clock }: Services, tx: Tx, { after: typed, ...rest }: New) {
  const { place, field, viewer } = rest
  const after = await asProposed(tx, { after: typed, ...rest })
  const now = clock.now()
  // Who proposes again takes back what they proposed before. What stands beside another value by now makes room;
  // so does the word of one who doesn't count, or doesn't weigh where the viewer's does.
  await sql`
    delete from restaurant_corrections c using restaurants r
     where c.restaurant_id = ${place} and c.field = ${field} and c.applied_at is null and r.id = ${place}
       and (c.user_id = ${viewer.id} or c.before <> ${currentOf(field)}
            or c.after = ${after}::jsonb
               and (not ${counts(sql`c.user_id`)}
                    or not ${weighs(sql`c.user_id`, now)} and ${weighs(sql`${viewer.id}::integer`, now)}))`.execute(
    tx,
  )
  await sql`
    insert into restaurant_corrections (restaurant_id, field, before, after, user_id, created_at)
    select r.id, ${field}, ${currentOf(field)}, ${after}::jsonb, ${viewer.id}, ${now}
      from restaurants r where r.id = ${place}
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Row>`
    select id, restaurant_id, field, before, after, user_id from restaurant_corrections
     where restaurant_id = ${place} and field = ${field} and applied_at is null and after = ${after}::jsonb`.execute(
    tx,
  )
  return rows[0]!
}

/** Another's open proposal that says the same is taken in its own words; the restaurant's lock keeps it there. */
async function asProposed(tx: Tx, { place, field, after, viewer }: New): Promise<string> {
  const { rows } = await sql<{ after: string }>`
    select c.after::text as after from restaurant_corrections c
     where c.restaurant_id = ${place} and c.field = ${field} and c.applied_at is null
       and c.user_id <> ${viewer.id} and ${sameOf(field, sql`c.after`, sql`${after}::jsonb`)}
     order by c.id limit 1`.execute(tx)
  return rows[0]?.after ?? after
}

/** A correction and, before it, its restaurant, locked. */
export async function held(tx: Tx, id: number, state: 'open' | 'applied'): Promise<Row> {
  const read = async (lock: boolean) => {
    const { rows } = await sql<Row>`
      select id, restaurant_id, field, before, after, user_id from restaurant_corrections
       where id = ${id} and undone_at is null
         and ${state === 'open' ? sql`applied_at is null` : sql`applied_at is not null`}
       ${lock ? sql`for update` : sql``}`.execute(tx)
    return rows[0]
  }
  const first = await read(false)
  const place = first && (await holdRestaurant(tx, first.restaurant_id))
  // Of one that was merged away nothing is changed any more.
  const row = place?.id === first?.restaurant_id ? await read(true) : undefined
  if (!row) throw correctionNotFound()
  return row
}

type Agreeing = { row: Row; viewer: Viewer; request: RequestFacts }

/** An admin takes it over at once; so do two members whose word weighs, but for what an admin must look at. */
export async function agreeWith(services: Services, tx: Tx, { row, viewer, request }: Agreeing) {
  const { id, user_id: proposer } = row
  const now = services.clock.now()
  if (!isAdmin(viewer)) {
    const two =
      proposer !== null &&
      proposer !== viewer.id &&
      (await areTwo(services, tx, { proposer, viewer, request }))
    if (!two) throw needsAnother()
    if ((await waitsFor(services, tx, id)) === 'admin') {
      await sql`
        update restaurant_corrections set agreed_by = coalesce(agreed_by, ${viewer.id}) where id = ${id}`.execute(
        tx,
      )
      return { id, applied: false, waitsFor: 'admin' as const }
    }
  }
  await setFact(services, tx, {
    restaurant: row.restaurant_id,
    field: row.field,
    value: row.after,
    by: isAdmin(viewer) ? 'admin' : 'members',
  })
  await remember(tx, row.restaurant_id, row.field, true)
  await sql`
    update restaurant_corrections set applied_at = ${now}, agreed_by = ${viewer.id}
     where id = ${id}`.execute(tx)
  await writeDown(services, tx, viewer, 'correct', row, row.before, row.after)
  return { id, applied: true, waitsFor: null }
}

/** What an open correction waits for. */
export async function waitsFor({ clock }: Services, tx: Tx, id: number) {
  const { rows } = await sql<{ waitsFor: 'member' | 'admin' }>`
    select ${waitingFor(clock.now())} as "waitsFor"
      from restaurant_corrections c join restaurants r on r.id = c.restaurant_id where c.id = ${id}`.execute(
    tx,
  )
  return rows[0]!.waitsFor
}

export const writeDown = (
  { clock }: Services,
  tx: Tx,
  viewer: Viewer,
  action: string,
  row: Row,
  before: unknown,
  after: unknown,
) =>
  audited(tx, viewer, `restaurant.${action}`, `restaurant ${row.restaurant_id}`, {
    before: { [row.field]: before },
    after: { [row.field]: after, proposedBy: row.user_id },
    at: clock.now(),
  })
