import { sql } from 'kysely'
import { CannotUndo } from './merge-row.server.ts'
import type { Command } from '#platform/server/command.ts'
import { undoMerge } from './undo.server.ts'

type Row = { id: number; kind: string; goes: string; stays: string; at: Date; actor: number }

const undo: Command = {
  name: 'undo-merge',
  summary: 'Take two dishes or two restaurants apart again that an admin merged',
  usage: `undo-merge [number]

  number   of the merging; without it the last fifty are listed

Yolos, votes and reports of before go back to where they were; what came since stays. It refuses where
one of the two was merged again, deleted or moved since, or another has the old name.`,
  async run([number], services) {
    if (number === undefined) return list(services.database)
    const id = Number(number)
    if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) {
      console.error(`'${number}' is not a number of a merging. Without one, they are listed.`)
      return 2
    }
    try {
      const { kind, from, into, stillJoined } = await undoMerge(services, id)
      console.log(`The ${kind}s ${from} and ${into} are two again.`)
      if (stillJoined > 0)
        console.log(
          `${stillJoined} favorites of members who had both stay one: they were changed or taken down since, or their three places are filled.`,
        )
      return 0
    } catch (error) {
      if (!(error instanceof CannotUndo)) throw error
      console.error(error.message)
      return 1
    }
  },
}

async function list(database: Parameters<Command['run']>[1]['database']): Promise<number> {
  const { rows } = await sql<Row>`
    select m.id, m.kind, m.at, m.actor_id as actor,
           coalesce(gi.name, gr.name, '') as goes, coalesce(si.name, sr.name, '') as stays
      from merges m
      left join items gi on m.kind = 'item' and gi.id = m.from_id
      left join items si on m.kind = 'item' and si.id = m.into_id
      left join restaurants gr on m.kind = 'restaurant' and gr.id = m.from_id
      left join restaurants sr on m.kind = 'restaurant' and sr.id = m.into_id
     where m.undone_at is null and m.part_of is null order by m.id desc limit 50`.execute(database)
  for (const { id, kind, goes, stays, at, actor } of rows)
    console.log(`${id}  ${kind} '${goes}' into '${stays}' · by ${actor}, ${at.toISOString()}`)
  if (rows.length === 0) console.log('Nothing has been merged.')
  return 0
}

export const commands: Command[] = [undo]
