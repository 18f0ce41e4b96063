import { sql } from 'kysely'
import { operatorActor } from '#domain/audit.ts'
import { Refusal } from '#platform/contract/failure.ts'
import type { Command } from '#platform/server/command.ts'
import { transact } from '#platform/server/database/database.ts'
import { restoreDeleted, type DeletableKind } from './server.ts'

type Row = { subject: string; name: string; at: Date; actor: number }

const undo: Command = {
  name: 'undo-delete',
  summary: 'Bring back a dish or a restaurant that an admin deleted',
  usage: `undo-delete [item|restaurant] [number]

Without a number the last fifty deletions are listed. The favorites that went with it come back too, as
far as their members still have a place free, for 90 days.`,
  async run([kind, number], { database, clock }) {
    if (kind === undefined) return list(database)
    const id = Number(number)
    if (!['item', 'restaurant'].includes(kind) || !Number.isInteger(id) || id < 1 || id > 2 ** 31) {
      console.error(
        "Say which: 'item' or 'restaurant', and its number. Without them, they are listed.",
      )
      return 2
    }
    try {
      const back = await transact(database, (tx) =>
        restoreDeleted(tx, operatorActor, kind as DeletableKind, id, clock.now()),
      )
      if (!back) {
        console.error(`No ${kind} ${id} is deleted.`)
        return 1
      }
      const { restored, left } = back.yolos
      console.log(`The ${kind} ${id} is back, with ${restored} favorites.`)
      if (left > 0)
        console.log(`${left} favorites stay deleted: their members' three places are filled.`)
      return 0
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      console.error(error.message)
      return 1
    }
  },
}

async function list(database: Parameters<Command['run']>[1]['database']): Promise<number> {
  const { rows } = await sql<Row>`
    select a.subject, coalesce(a.before ->> 'name', '') as name, a.at, a.actor_id as actor from audit a
     where a.action in ('item.delete', 'restaurant.delete') order by a.id desc limit 50`.execute(
    database,
  )
  for (const { subject, name, at, actor } of rows)
    console.log(`${subject}  '${name}' · by ${actor}, ${at.toISOString()}`)
  if (rows.length === 0) console.log('Nothing has been deleted.')
  return 0
}

export const commands: Command[] = [undo]
