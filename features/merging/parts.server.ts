import { sql, type Transaction } from 'kysely'
import { textLimit } from '#domain/text-limit.ts'
import { characters } from '#platform/text/characters.ts'
import type { DB } from '#platform/server/schema.ts'

type Tx = Transaction<DB>
/** Item `from` goes and `into` stays; `merge` is the row under which it is kept how that went. */
export type Merging = { merge: number; from: number; into: number; at: Date }

export type YoloContent = {
  description: string
  shown_name: string | null
  tags: number[]
  photo: { name: string } | null
}
type Yolo = YoloContent & { id: number; user_id: number; item_id: number; row: object }

/** A member's two favourites become one; the others move. */
export async function mergeYolos(tx: Tx, merging: Merging) {
  const { merge, from, into } = merging
  const yolos = await sql<Yolo>`
    select y.id, y.user_id, y.item_id, y.description, y.shown_name, to_jsonb(y) as row,
           (select coalesce(jsonb_agg(t.tag_id order by t.tag_id), '[]') from yolo_tags t where t.yolo_id = y.id) as tags,
           (select to_jsonb(p) from photos p where p.yolo_id = y.id) as photo
      from yolos y
     where y.item_id in (${from}, ${into})
       and exists (select 1 from yolos o where o.user_id = y.user_id and o.id <> y.id and o.item_id in (${from}, ${into}))
     order by y.user_id, y.created_at, y.id`.execute(tx)
  const joined = yolos.rows.length / 2
  for (let pair = 0; pair < joined; pair++)
    await joinYolos(tx, merging, yolos.rows[2 * pair]!, yolos.rows[2 * pair + 1]!)
  const { numAffectedRows: moved = 0n } = await sql`
    with moved as (update yolos set item_id = ${into} where item_id = ${from} returning id, user_id)
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, yolo_id)
    select ${merge}, user_id, 'yolo', ${from}, true, id from moved`.execute(tx)
  // Yolos deleted within the undo window would be restored to the item that stays.
  await sql`update deleted_yolos set item_id = ${into} where item_id = ${from}`.execute(tx)
  return { moved: Number(moved), joined }
}

/** The older one stays, with the texts and tags of both and the newer photo. */
async function joinYolos(tx: Tx, { merge, at }: Merging, older: Yolo, newer: Yolo) {
  const joined = joinTexts(older.description, newer.description)
  const aside = newer.photo && older.photo
  if (aside) {
    await tx.deleteFrom('photos').where('yolo_id', '=', older.id).execute()
    // Its files stay: they are this part's now.
    await tx.deleteFrom('stray_photos').where('name', '=', aside.name).execute()
  }
  await sql`
    update photos set yolo_id = ${older.id}, item_id = ${older.item_id} where yolo_id = ${newer.id}`.execute(
    tx,
  )
  await sql`
    insert into yolo_tags (yolo_id, tag_id) select ${older.id}, tag_id from yolo_tags where yolo_id = ${newer.id}
    on conflict do nothing`.execute(tx)
  const after: YoloContent = {
    description: joined,
    shown_name: newer.shown_name ?? older.shown_name,
    tags: [...new Set([...older.tags, ...newer.tags])].sort((a, b) => a - b),
    photo: newer.photo ?? older.photo,
  }
  await tx
    .updateTable('yolos')
    .set({ description: after.description, shown_name: after.shown_name, updated_at: at })
    .where('id', '=', older.id)
    .execute()
  const abuse = await takeAbuseAlong(tx, newer.id, older.id)
  await tx.deleteFrom('yolos').where('id', '=', newer.id).execute()
  await sql`
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, yolo_id, went, photo)
    values (${merge}, ${older.user_id}, 'yolo', ${newer.item_id}, false, ${newer.id},
            ${JSON.stringify({ went: newer, stays: older, after, abuse })}, ${aside?.name ?? null})`.execute(
    tx,
  )
}

/** What was reported or taken down of the one goes on for both: nothing comes to light by a merging. */
async function takeAbuseAlong(tx: Tx, from: number, to: number) {
  const { rows: reports } = await sql<{ id: number }>`
    update abuse_reports r set yolo_id = ${to}
     where yolo_id = ${from} and not exists (
       select 1 from abuse_reports o where o.yolo_id = ${to} and o.reporter_id = r.reporter_id and o.kind = r.kind)
    returning id`.execute(tx)
  // Naming `restored_at` wakes the trigger that takes the yolo's text or photo from show.
  const { rows: takedowns } = await sql<{ id: number }>`
    update takedowns t set yolo_id = ${to}, restored_at = t.restored_at
     where yolo_id = ${from} and not (restored_at is null and exists (
       select 1 from takedowns o where o.yolo_id = ${to} and o.kind = t.kind and o.restored_at is null))
    returning id`.execute(tx)
  return { reports: reports.map(({ id }) => id), takedowns: takedowns.map(({ id }) => id) }
}

/** Both texts, the older first, where they fit; else the newer, which is what the member said last. */
function joinTexts(older: string, newer: string): string {
  if (!newer || older.includes(newer)) return older
  if (!older || newer.includes(older)) return newer
  const both = `${older}\n\n${newer}`
  return characters(both) <= textLimit ? both : newer
}

/** One vote a member; none for what is a favourite of theirs now (rules: votes). */
export async function mergeVotes(tx: Tx, { merge, from, into }: Merging) {
  const drop = async (which: ReturnType<typeof sql>) => {
    const { numAffectedRows = 0n } = await sql`
      with gone as (delete from votes v where ${which} returning v.*)
      insert into merge_parts (merge_id, user_id, kind, was_on, moved, went)
      select ${merge}, g.user_id, 'vote', g.item_id, false, to_jsonb(g) from gone g`.execute(tx)
    return Number(numAffectedRows)
  }
  const own = await drop(sql`v.item_id in (${from}, ${into}) and exists (
    select 1 from yolos y where y.item_id = ${into} and y.user_id = v.user_id)`)
  const twice = await drop(sql`v.item_id = ${from} and exists (
    select 1 from votes o where o.item_id = ${into} and o.user_id = v.user_id)`)
  const { numAffectedRows: moved = 0n } = await sql`
    with moved as (update votes set item_id = ${into} where item_id = ${from} returning user_id)
    insert into merge_parts (merge_id, user_id, kind, was_on, moved)
    select ${merge}, user_id, 'vote', ${from}, true from moved`.execute(tx)
  return { moved: Number(moved), dropped: own + twice }
}

/** One report a member: of two the one that still counts. */
export async function mergeReports(
  tx: Tx,
  { merge, from, into }: Merging,
  kind: 'item' | 'restaurant' = 'item',
) {
  const [reports, on] = [sql.table(`${kind}_reports`), sql.ref(`${kind}_id`)]
  const { numAffectedRows: dropped = 0n } = await sql`
    with twice as (
      select a.user_id,
             case when b.cleared_at is not null and a.cleared_at is null then ${into}::integer else ${from}::integer end as which
        from ${reports} a join ${reports} b on b.user_id = a.user_id and b.${on} = ${into}
       where a.${on} = ${from}),
    gone as (
      delete from ${reports} r using twice t
       where r.user_id = t.user_id and r.${on} = t.which returning r.*)
    insert into merge_parts (merge_id, user_id, kind, was_on, moved, went)
    select ${merge}, g.user_id, 'report', g.${on}, false, to_jsonb(g) from gone g`.execute(tx)
  const { numAffectedRows: moved = 0n } = await sql`
    with moved as (update ${reports} set ${on} = ${into} where ${on} = ${from} returning user_id)
    insert into merge_parts (merge_id, user_id, kind, was_on, moved)
    select ${merge}, user_id, 'report', ${from}, true from moved`.execute(tx)
  return { moved: Number(moved), dropped: Number(dropped) }
}
