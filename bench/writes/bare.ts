// The control for writes: only the rows of a vote, written by the site's own driver in a separate process.
import pg from 'pg'
import { generator } from '../centres.ts'
import { spreadOf } from '../measure.ts'
import type { Loaded } from '../load.ts'

export type Bare = {
  url: string
  items: number
  members: number[]
  seed: number
  connections: number
  seconds: number
  /** True to plan the statements once per connection, as the site does. */
  prepared: boolean
}

const insert = `insert into votes (item_id, user_id, counted, created_at) values ($1, $2, true, now())
  on conflict (item_id, user_id) do nothing`
const update = 'update items set vote_count = vote_count + 1 where id = $1'

process.on('message', (asked: Bare) => void run(asked))

/** Writes votes on `connections` connections, each of which waits for a commit before it goes on. */
async function run({ url, items, members, seed, connections, seconds, prepared }: Bare) {
  const named = (name: string) => (prepared ? { name } : {})
  const took: number[] = []
  const random = generator(seed)
  const clients = Array.from(
    { length: connections },
    // Turn off triggers and foreign keys, so that only the two rows and their indexes are written.
    () => new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const start = performance.now()
        const item = 1 + Math.floor(random() * items)
        const member = members[Math.floor(random() * members.length)]
        await client.query('begin')
        await client.query({ ...named('insert'), text: insert, values: [item, member] })
        await client.query({ ...named('update'), text: update, values: [item] })
        await client.query('commit')
        took.push(performance.now() - start)
      }
    }),
  )
  const perSecond = took.length / ((performance.now() - begun) / 1000)
  await Promise.all(clients.map((client) => client.end()))
  process.send!({ perSecond, ...spreadOf(took), refused: 0 } satisfies Loaded)
}
