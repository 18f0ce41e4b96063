import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { rankOrderSql } from '#domain/ranking.ts'
import { tagsOf } from '#domain/vocabulary/tags.data.ts'
import type { Database } from '#platform/server/services.ts'
import type { RankingQuery } from '../ranking.server.ts'
import type { ItemChange, ItemChangeFeed } from './changes.server.ts'
import { tagBits } from './filter.ts'
import { RankedList, type Candidate } from './ranked-list.ts'

type Row = {
  id: number
  category_id: number
  cell5: string
  upvote_count: number
  yolo_count: number
  newest: string
  latitude: number
  longitude: number
  tags: number[]
  price_level: number | null
  trending: number
  listed: boolean
  timed: boolean
}

/**
 * Maximum number of items in a list, per cell and per category. Items that rank lower are read from the database.
 */
export type MaxListLengths = { cell: number; top: number }
const maxListLengths: MaxListLengths = { cell: 4_000, top: 600 }
/**
 * Maximum length of a category's 'timed' list (items with known opening hours). In a list of everywhere, open dishes
 * that rank below its end aren't found (rules: open now).
 */
const maxTimedLength = 2_000

const columns = sql`id, category_id, cell5::text as cell5, upvote_count, yolo_count, latitude, longitude, tags, price_level, trending,
  (extract(epoch from newest_yolo_at) * 1000000)::bigint as newest`

const candidateOf = (row: Row): Candidate => {
  const [tagsLow, tagsHigh] = tagBits(row.category_id, row.tags)
  return {
    id: row.id,
    upvotes: row.upvote_count,
    yolos: row.yolo_count,
    newest: Number(row.newest),
    latitude: row.latitude,
    longitude: row.longitude,
    tagsLow,
    tagsHigh,
    price: row.price_level ?? 0,
    trending: row.trending,
  }
}

/** Lists per cell: all items by rank, or only the trending ones, most trending first. */
type CellList = 'all' | 'trending'
/**
 * Lists per category, anywhere: all items, those with a tag, those of a price level, those with known hours, or the
 * trending ones.
 */
type TopList = 'all' | `tag ${number}` | `price ${number}` | 'timed' | 'trending'

const cellKey = (category: number, cell: string, kind: CellList) => `${category}/${cell}/${kind}`
const topKey = (category: number, kind: TopList) => `${category}/top/${kind}`

const prices = [1, 2, 3, 4]

export type CandidateCache = {
  /** Memory that the lists take now, in bytes. */
  bytes(): number
  listsOfCells(category: number, cells: string[], kind: CellList): Promise<RankedList[]>
  listsOfCategory(category: number, kinds: TopList[]): Promise<RankedList[]>
}

/** Returns the kinds of the category's lists that together contain its best items anywhere that match the filters. */
export function topListKindsFor(
  category: number,
  { tags, prices, openAt }: Pick<RankingQuery, 'tags' | 'prices' | 'openAt'>,
): TopList[] {
  const known = new Set(tagsOf(category).map(({ id }) => id))
  const timed: TopList[] = openAt === null ? [] : ['timed']
  if (tags.length > 0)
    return [...tags.filter((tag) => known.has(tag)).map((tag) => `tag ${tag}` as const), ...timed]
  if (prices.length > 0) return [...prices.map((price) => `price ${price}` as const), ...timed]
  return openAt === null ? ['all'] : timed
}

/** Returns the keys of the lists that contain this item. */
function keysOf({ category_id: category, cell5, tags, price_level, timed, trending }: Row) {
  const trends = trending > 0
  const keys = [cellKey(category, cell5, 'all'), topKey(category, 'all')]
  for (const tag of tags) keys.push(topKey(category, `tag ${tag}`))
  if (price_level) keys.push(topKey(category, `price ${price_level}`))
  if (timed) keys.push(topKey(category, 'timed'))
  if (trends) keys.push(cellKey(category, cell5, 'trending'), topKey(category, 'trending'))
  return keys
}

/** Returns the keys of all lists that can contain an item of this category and cell. */
const possibleKeys = (category: number, cell5: string) => [
  cellKey(category, cell5, 'all'),
  cellKey(category, cell5, 'trending'),
  ...(['all', 'timed', 'trending'] as const).map((kind) => topKey(category, kind)),
  ...prices.map((price) => topKey(category, `price ${price}`)),
  ...tagsOf(category).map(({ id }) => topKey(category, `tag ${id}`)),
]

/** A cache of lists that evicts the least recently used ones. */
function rankedLists(bytes: number) {
  const kept = new LRUCache<string, RankedList>({
    // Lists get most of the memory, because reading a list costs more than reading the cards that would fit in its
    // place.
    maxSize: (bytes * 7) / 8,
    // 700 bytes are an estimate for the list's objects, its key and its cache entry.
    sizeCalculation: (list) => list.bytes + 700,
  })
  function put(row: Row, key: string) {
    const list = kept.peek(key)
    if (!list) return
    const room = list.bytes
    list.insert(candidateOf(row))
    if (list.bytes !== room) kept.set(key, list)
  }
  function remove(id: number, key: string) {
    const list = kept.peek(key)
    if (!list) return
    list.remove(id)
    if (!list.complete && list.length < list.max / 2) kept.delete(key)
  }
  /**
   * Removes changed items from the lists that contained them, and inserts them into the lists that they belong to now.
   */
  function update(changed: ItemChange[], rows: Row[]) {
    for (const { itemId, category, cell5 } of changed)
      for (const key of possibleKeys(category, cell5)) remove(itemId, key)
    for (const row of rows) {
      // The row can be newer than the logged change, so the item may already be in the lists of its new category and
      // cell. Remove it there too, so that it isn't inserted twice.
      for (const key of possibleKeys(row.category_id, row.cell5)) remove(row.id, key)
      if (row.listed) for (const key of keysOf(row)) put(row, key)
    }
  }
  return { kept, update }
}

/** Caches the ranked lists of cells and categories within `bytes`, and updates them when items change. */
export function createCandidateCache(
  database: Database,
  changes: ItemChangeFeed,
  { bytes, longest = maxListLengths }: { bytes: number; longest?: MaxListLengths },
): CandidateCache {
  const { kept, update } = rankedLists(bytes)
  const maxOf = (kind: TopList) => (kind === 'timed' ? maxTimedLength : longest.top)

  async function readAgain(changed: ItemChange[]): Promise<void> {
    if (kept.size === 0) return
    const ids = [...new Set(changed.map(({ itemId }) => itemId))]
    const { rows } = await changes.read(() =>
      sql<Row>`
        select ${columns}, listed, open_minutes is not null as timed from items where id = any (${ids}::integer[])`.execute(
        database,
      ),
    )
    update(changed, rows)
  }

  let refreshing: Promise<unknown> = Promise.resolve()
  /** Reads changed items again, one batch at a time, so that rows that were read earlier never replace newer ones. */
  function refresh(changed: ItemChange[]): Promise<void> {
    const refreshed = refreshing.then(() => readAgain(changed))
    // A failed read doesn't stop the later ones. Its own caller still gets the error.
    refreshing = refreshed.catch(() => {})
    return refreshed
  }
  changes.follow({ apply: refresh, clear: () => kept.clear() })

  const loading = new Map<string, Promise<RankedList>>()

  /**
   * Reads lists once for all callers that need them meanwhile. Caches them, updated with changes made during the read.
   */
  function load(keys: string[], read: () => Promise<Map<string, RankedList>>): void {
    const look = changes.currentLook()
    const reading = (async () => {
      const lists = await changes.read(read)
      const missed = changes.changesSince(look)
      if (missed === null) return lists
      for (const [key, list] of lists) kept.set(key, list)
      if (missed.length > 0) await refresh(missed)
      return lists
    })().finally(() => keys.forEach((key) => loading.delete(key)))
    for (const key of keys) {
      const list = reading.then((lists) => lists.get(key)!)
      // Prevents an unhandled rejection. Callers that await the list still get the error.
      list.catch(() => {})
      loading.set(key, list)
    }
  }

  const isMissing = (key: string) => !kept.has(key) && !loading.has(key)

  /** Returns the cached lists, after waiting for those that are still being read. */
  function all(keys: string[]): Promise<RankedList[]> | RankedList[] {
    if (!keys.some((key) => loading.has(key))) return keys.map((key) => kept.get(key)!)
    return Promise.all(
      keys.map(async (key) => {
        // Get the cached list before awaiting anything, because it can be evicted meanwhile.
        const known = kept.get(key)
        return (await loading.get(key)) ?? known!
      }),
    )
  }

  return {
    bytes: () => kept.calculatedSize,
    async listsOfCells(category, cells, kind) {
      const keyOf = (cell: string) => cellKey(category, cell, kind)
      const missing = cells.filter((cell) => isMissing(keyOf(cell)))
      if (missing.length > 0)
        load(missing.map(keyOf), () =>
          readCells(database, { category, cells: missing, kind, max: longest.cell }),
        )
      return all(cells.map(keyOf))
    },
    async listsOfCategory(category, kinds) {
      for (const kind of kinds) {
        const key = topKey(category, kind)
        if (isMissing(key))
          load([key], async () => {
            const list = await readTop(database, category, kind, maxOf(kind))
            return new Map([[key, list]])
          })
      }
      return all(kinds.map((kind) => topKey(category, kind)))
    },
  }
}

type Cells = { category: number; cells: string[]; kind: CellList; max: number }

async function readCells(database: Database, { category, cells, kind, max }: Cells) {
  const trending = kind === 'trending'
  const { rows } = await sql<Row>`
    select best.* from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select ${columns} from items
        where listed and category_id = ${category} and items.cell5 = disk.cell ${wantedIn(kind)}
        order by ${orderOf(kind)} limit ${max + 1}) best`.execute(database)
  const byCell = new Map<string, Candidate[]>(cells.map((cell) => [cell, []]))
  for (const row of rows) byCell.get(row.cell5)!.push(candidateOf(row))
  return new Map(
    [...byCell].map(([cell, list]) => [
      cellKey(category, cell, kind),
      new RankedList(list, { max, category, trending }),
    ]),
  )
}

async function readTop(database: Database, category: number, kind: TopList, max: number) {
  const { rows } = await sql<Row>`
    select ${columns} from items where listed and category_id = ${category} ${wantedIn(kind)}
     order by ${orderOf(kind)} limit ${max + 1}`.execute(database)
  return new RankedList(rows.map(candidateOf), { max, category, trending: kind === 'trending' })
}

const orderOf = (kind: TopList) =>
  kind === 'trending' ? sql`trending desc, ${rankOrderSql}` : rankOrderSql

function wantedIn(kind: TopList) {
  const [by, of] = kind.split(' ')
  if (by === 'tag') return sql`and tags && ${[Number(of)]}::integer[]`
  if (by === 'price') return sql`and price_level = ${Number(of)}`
  if (by === 'timed') return sql`and open_minutes is not null`
  return by === 'trending' ? sql`and trending > 0` : sql``
}
