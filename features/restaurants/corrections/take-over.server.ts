import { sql } from 'kysely'
import { audited } from '#domain/audit.ts'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import {
  counts,
  currentOf,
  holdRestaurant,
  remember,
  sameOf,
  setFact,
  type Tx,
} from './apply.server.ts'
import { correctionNotFound, needsAnother } from './contract.ts'
import type { Correctable } from './fields.ts'

type Row = {
  id: number
  restaurant_id: number
  field: Correctable
  before: unknown
  after: unknown
  user_id: number
}

type New = { place: number; field: Correctable; after: string; viewer: Viewer }

/** A proposal of one's own; the one that proposes the same, where another was first. */
export async function entered({ clock }: Services, tx: Tx, { after: typed, ...rest }: New) {
  const { place, field, viewer } = rest
  const after = await asProposed(tx, { after: typed, ...rest })
  // Who proposes again takes back what they proposed before; what stands beside another value by now, or is
  // the word of one who doesn't count, makes room.
  await sql`
    delete from restaurant_corrections c using restaurants r
     where c.restaurant_id = ${place} and c.field = ${field} and c.applied_at is null and r.id = ${place}
       and (c.user_id = ${viewer.id} or c.before <> ${currentOf(field)}
            or c.after = ${after}::jsonb and not ${counts(sql`c.user_id`)})`.execute(tx)
  await sql`
    insert into restaurant_corrections (restaurant_id, field, before, after, user_id, created_at)
    select r.id, ${field}, ${currentOf(field)}, ${after}::jsonb, ${viewer.id}, ${clock.now()}
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

/** Whether these two count, and as two: not seen as one person's accounts. */
async function areTwo(tx: Tx, proposer: number, viewer: number): Promise<boolean> {
  const { rows } = await sql<{ two: boolean }>`
    select ${counts(sql`${proposer}`)} and ${counts(sql`${viewer}`)}
       and not exists (
         select from suspect_members a
           join suspect_members b on b.suspect_id = a.suspect_id and b.user_id = ${viewer}
           join suspects s on s.id = a.suspect_id and s.closed_at is null
          where a.user_id = ${proposer}) as two`.execute(tx)
  return rows[0]!.two
}

export async function takeOver(
  services: Services,
  tx: Tx,
  row: Row,
  viewer: Viewer,
): Promise<void> {
  const { restaurant_id: restaurant, field } = row
  if (!isAdmin(viewer)) {
    if (row.user_id === viewer.id) throw needsAnother()
    if (!(await areTwo(tx, row.user_id, viewer.id))) throw needsAnother()
  }
  await setFact(services, tx, restaurant, field, row.after)
  await remember(tx, restaurant, field, true)
  await tx
    .updateTable('restaurant_corrections')
    .set({ applied_at: services.clock.now(), agreed_by: viewer.id })
    .where('id', '=', row.id)
    .execute()
  await writeDown(services, tx, viewer, 'correct', row, row.before, row.after)
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
