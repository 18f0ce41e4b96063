import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { bestFirst } from '#domain/ranking.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import type { Database } from '#platform/server/services.ts'
import type { Change, Changes } from './changes.server.ts'
import { RankedList, type Candidate } from './ranked-list.ts'

type Row = {
  id: number
  category_id: number
  cell5: string
  upvote_count: number
  counted_yolos: number
  newest: string
  latitude: number
  longitude: number
  tags: number[]
  listed: boolean
}

/** So many of the best are kept, of a cell and of a category; what lies behind them is asked of the database. */
export type Longest = { cell: number; top: number }
const longestLists: Longest = { cell: 4_000, top: 2_000 }

const columns = sql`id, category_id, cell5::text as cell5, upvote_count, counted_yolos, latitude, longitude, tags,
  (extract(epoch from newest_counted_at) * 1000000)::bigint as newest`

/** Which bit stands for a tag of this category: [low, high]. */
export function bitsOf(category: number, tags: number[]): [low: number, high: number] {
  let [low, high] = [0, 0]
  const all = tagsOf(category)
  for (const tag of tags) {
    const at = all.findIndex(({ id }) => id === tag)
    if (at >= 0 && at < 32) low |= 1 << at
    else if (at >= 32) high |= 1 << (at - 32)
  }
  return [low, high]
}

const candidateOf = (row: Row): Candidate => {
  const [tagsLow, tagsHigh] = bitsOf(row.category_id, row.tags)
  return {
    id: row.id,
    upvotes: row.upvote_count,
    yolos: row.counted_yolos,
    newest: Number(row.newest),
    latitude: row.latitude,
    longitude: row.longitude,
    tagsLow,
    tagsHigh,
  }
}

const cellKey = (category: number, cell: string) => `${category}/${cell}`
/** The best anywhere; of those with one tag, or of all. */
const topKey = (category: number, tag?: number) => `${category}/top/${tag ?? ''}`

export type Candidates = {
  ofCells(category: number, cells: string[]): Promise<RankedList[]>
  /** Several tags: a list of each. */
  ofAll(category: number, tags: number[]): Promise<RankedList[]>
}

/** The ranked lists of cells and categories, kept within `bytes` and brought up to date by what changed. */
export function keepCandidates(
  database: Database,
  changes: Changes,
  { lists: bytes, longest = longestLists }: { lists: number; longest?: Longest },
): Candidates {
  const kept = new LRUCache<string, RankedList>({
    maxSize: bytes,
    sizeCalculation: (list) => list.bytes + 500,
  })
  /** Which lists of a category hold the best anywhere. */
  const tops = (category: number) => [undefined, ...tagsOf(category).map(({ id }) => id)]

  const put = (row: Row, key: string) => {
    const list = kept.peek(key)
    if (!list) return
    const room = list.bytes
    list.insert(candidateOf(row))
    if (list.bytes !== room) kept.set(key, list)
  }

  async function refresh(changed: Change[]): Promise<void> {
    if (kept.size === 0) return
    const ids = [...new Set(changed.map(({ itemId }) => itemId))]
    const { rows } = await sql<Row>`
      select ${columns}, listed from items where id = any (${ids}::integer[])`.execute(database)
    for (const { itemId, category, cell5 } of changed) {
      remove(cellKey(category, cell5), itemId)
      for (const tag of tops(category)) remove(topKey(category, tag), itemId)
    }
    for (const row of rows) {
      // It may have changed again since it was logged: that change follows.
      remove(cellKey(row.category_id, row.cell5), row.id)
      for (const tag of tops(row.category_id)) remove(topKey(row.category_id, tag), row.id)
      if (!row.listed) continue
      put(row, cellKey(row.category_id, row.cell5))
      put(row, topKey(row.category_id))
      for (const tag of row.tags) put(row, topKey(row.category_id, tag))
    }
  }

  function remove(key: string, id: number) {
    const list = kept.peek(key)
    if (!list) return
    list.remove(id)
    if (!list.whole && list.length < list.max / 2) kept.delete(key)
  }

  changes.follow({ apply: refresh, forget: () => kept.clear() })

  const loading = new Map<string, Promise<RankedList>>()

  /** Reads lists, for all who ask meanwhile, and keeps them with what changed while they were read. */
  function load(
    keys: string[],
    read: () => Promise<Map<string, RankedList>>,
  ): Promise<RankedList>[] {
    const look = changes.look()
    const reading = (async () => {
      const lists = await read()
      const missed = changes.since(look)
      if (missed === null) return lists
      for (const [key, list] of lists) kept.set(key, list)
      if (missed.length > 0) await refresh(missed)
      return lists
    })().finally(() => keys.forEach((key) => loading.delete(key)))
    const each = keys.map((key) => reading.then((lists) => lists.get(key)!))
    keys.forEach((key, n) => loading.set(key, each[n]!))
    return each
  }

  return {
    async ofCells(category, cells) {
      const missing = cells.filter((cell) => {
        const key = cellKey(category, cell)
        return !kept.has(key) && !loading.has(key)
      })
      if (missing.length > 0)
        void Promise.allSettled(
          load(
            missing.map((cell) => cellKey(category, cell)),
            () => readCells(database, category, missing, longest.cell),
          ),
        )
      return all(cells.map((cell) => cellKey(category, cell)))
    },
    async ofAll(category, tags) {
      const known = new Set(tagsOf(category).map(({ id }) => id))
      const wanted = tags.length > 0 ? tags.filter((tag) => known.has(tag)) : [undefined]
      for (const tag of wanted) {
        const key = topKey(category, tag)
        if (!kept.has(key) && !loading.has(key))
          void Promise.allSettled(
            load(
              [key],
              async () => new Map([[key, await readTop(database, category, tag, longest.top)]]),
            ),
          )
      }
      return all(wanted.map((tag) => topKey(category, tag)))
    },
  }

  /** Those that are kept, and those still being read. */
  function all(keys: string[]): Promise<RankedList[]> | RankedList[] {
    if (!keys.some((key) => loading.has(key))) return keys.map((key) => kept.get(key)!)
    return Promise.all(
      keys.map(async (key) => {
        // Taken before anything is waited for: it may give way to others meanwhile.
        const known = kept.get(key)
        return (await loading.get(key)) ?? known!
      }),
    )
  }
}

async function readCells(database: Database, category: number, cells: string[], max: number) {
  const { rows } = await sql<Row>`
    select best.* from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select ${columns} from items
        where listed and category_id = ${category} and items.cell5 = disk.cell
        order by ${bestFirst} limit ${max + 1}) best`.execute(database)
  const byCell = new Map<string, Candidate[]>(cells.map((cell) => [cell, []]))
  for (const row of rows) byCell.get(row.cell5)!.push(candidateOf(row))
  return new Map(
    [...byCell].map(([cell, list]) => [cellKey(category, cell), new RankedList(list, max)]),
  )
}

async function readTop(database: Database, category: number, tag: number | undefined, max: number) {
  const tagged = tag === undefined ? sql`` : sql`and tags && ${[tag]}::integer[]`
  const { rows } = await sql<Row>`
    select ${columns} from items where listed and category_id = ${category} ${tagged}
     order by ${bestFirst} limit ${max + 1}`.execute(database)
  return new RankedList(rows.map(candidateOf), max)
}
