import { cellsTouching } from '#domain/position/distance.ts'
import { milesBetween, type Point } from '#domain/position/miles.ts'
import type { RankPosition } from '#domain/ranking.ts'
import { isOutage } from '#platform/server/database/database.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { pageSize } from '../contract.ts'
import {
  openPosition,
  rankNearBy,
  rankTop,
  sealPosition,
  type RankingQuery,
  type RankedPage,
} from '../ranking.server.ts'
import {
  createCandidateCache,
  topListKindsFor,
  type CandidateCache,
  type MaxListLengths,
} from './candidates.server.ts'
import { createCardCache } from './card-bytes.server.ts'
import { watchItemChanges } from './changes.server.ts'
import { occupiedCells, type OccupiedCells } from './inhabited.server.ts'
import { countTags, createItemFilter, type ItemFilter } from './filter.ts'
import { mergeRanked, mergeTrending, type MergedPage } from './merge.ts'
import { parseMicros, formatMicros } from './moment.ts'
import { createOpenNowPager } from './open-now.server.ts'
import type { CandidatePosition, RankedList } from './ranked-list.ts'

export type ListingPageQuery = RankingQuery & { list?: 'nearBy' | 'top'; cursor?: string }

/** `bytes` limits the memory for ranked lists and cards together: cards get what the lists leave free. */
type Memory = { bytes: number; maxLengths?: MaxListLengths }

async function positionOf(
  database: Database,
  question: RankingQuery,
  cursor: string | undefined,
): Promise<CandidatePosition | null> {
  if (!cursor) return null
  const { trending, rank } = await openPosition(database, question, cursor)
  const [upvotes, yolos, newest, id] = rank
  return { trending, upvotes, yolos, newest: parseMicros(newest), id }
}

async function pageOf(
  database: Database,
  question: RankingQuery,
  { items, more }: MergedPage,
): Promise<RankedPage> {
  const last = more ? items.at(-1) : undefined
  if (!last) return { items, cursor: null }
  const { trending, upvotes, yolos, newest, id } = last.position
  const rank: RankPosition = [upvotes, yolos, formatMicros(newest), id]
  return { items, cursor: await sealPosition(database, question, { trending, rank }) }
}

const nothing: RankedPage = { items: [], cursor: null }

type Near = RankingQuery & { point: Point }
type Circle = { category: number; point: Point; miles: number }

/** Returns functions that load the ranked lists for a question. */
function listsFor(candidates: CandidateCache, inhabited: OccupiedCells) {
  /** Loads the lists of all categories in parallel. Returns them in the order of `categories`. */
  const ofEach = async (categories: number[], ask: (category: number) => Promise<RankedList[]>) => {
    const [only, ...others] = categories
    return others.length === 0 ? ask(only!) : (await Promise.all(categories.map(ask))).flat()
  }
  const inCircle = async ({ category, point, miles }: Circle, kind: 'all' | 'trending') => {
    const disk = cellsTouching(point, miles, 5).map(String)
    return candidates.listsOfCells(category, await inhabited.among(category, disk), kind)
  }
  return {
    inCircle,
    near({ categories, point, distanceMiles: miles }: Near, kind: 'all' | 'trending') {
      return ofEach(categories, (category) => inCircle({ category, point, miles }, kind))
    },
    top: (question: RankingQuery) =>
      ofEach(question.categories, (one) =>
        candidates.listsOfCategory(one, topListKindsFor(one, question)),
      ),
    topTrending: ({ categories }: RankingQuery) =>
      ofEach(categories, (one) => candidates.listsOfCategory(one, ['trending'])),
  }
}

const isWithin = (point: Point, miles: number, list: RankedList, at: number) =>
  milesBetween(point, { latitude: list.latitude(at), longitude: list.longitude(at) }) <= miles

type Lists = { usual: RankedList[]; trending: RankedList[] | null }

/** Returns a function that merges the lists, without the items for which `mayBe` is false. */
const pullFrom =
  ({ usual, trending }: Lists, wanted: ItemFilter, ignoreTruncation?: boolean) =>
  (after: CandidatePosition | null, count: number, mayBe = (_id: number) => true) => {
    const options = {
      after,
      count,
      wanted: (list: RankedList, at: number) => mayBe(list.id(at)) && wanted(list, at),
      ignoreTruncation,
    }
    return trending ? mergeTrending({ usual, trending }, options) : mergeRanked(usual, options)
  }

/**
 * Answers listings from memory: merges the ranked lists of cells and categories, best first, until a page is full, and
 * concatenates the items' cards as bytes. Loads lists and cards that aren't in memory, and updates them when items
 * change. If a truncated list ends before the page is full, the database ranks instead.
 */
export function createListingService(
  services: Pick<Services, 'listing' | 'ranking' | 'database' | 'reads'>,
  memory: Memory,
) {
  const { listing, ranking } = services
  const changes = watchItemChanges(services)
  const candidates = createCandidateCache(ranking, changes, memory)
  const inhabited = occupiedCells(listing, changes)
  const lists = listsFor(candidates, inhabited)
  const hours = createOpenNowPager(listing, changes, memory.bytes / 32)
  const cards = createCardCache(services, changes, () => memory.bytes - candidates.bytes())

  /**
   * Returns a page from these lists. Returns null if a truncated list ends too early, so that only the database can
   * answer.
   */
  async function pageFrom(
    lists: Lists,
    question: RankingQuery,
    {
      cursor,
      wanted,
      ignoreTruncation,
    }: { cursor: string | undefined; wanted: ItemFilter; ignoreTruncation?: boolean },
  ): Promise<RankedPage | null> {
    const pull = pullFrom(lists, wanted, ignoreTruncation)
    const { openAt } = question
    const after = await positionOf(listing, question, cursor)
    const found = await (openAt === null ? pull(after, pageSize) : hours.page(pull, after, openAt))
    return found.complete ? pageOf(listing, question, found) : null
  }

  async function near(question: Near, cursor?: string): Promise<RankedPage> {
    const { point, distanceMiles: miles, order } = question
    const fits = createItemFilter(question)
    const wanted: ItemFilter = (list, at) => fits(list, at) && isWithin(point, miles, list, at)
    const usual = await lists.near(question, 'all')
    const trending = order === 'trending' ? await lists.near(question, 'trending') : null
    const page = await pageFrom({ usual, trending }, question, { cursor, wanted })
    return page ?? changes.read(() => rankNearBy(ranking, question, cursor))
  }

  async function top(question: RankingQuery, cursor?: string): Promise<RankedPage> {
    const { point, distanceMiles: miles, order } = question
    const fits = createItemFilter(question)
    const wanted: ItemFilter = (list, at) =>
      fits(list, at) && !(point && isWithin(point, miles, list, at))
    const usual = await lists.top(question)
    const trending = order === 'trending' ? await lists.topTrending(question) : null
    const ignoreTruncation = question.openAt !== null
    const page = await pageFrom({ usual, trending }, question, { cursor, wanted, ignoreTruncation })
    return page ?? changes.read(() => rankTop(ranking, question, cursor))
  }

  /**
   * Counts the category's items within the distance and of these prices, per tag. Returns null if a list is truncated,
   * so that only the database can count.
   */
  async function tagsNear({ prices, ...circle }: Circle & { prices: number[] }) {
    const { category, point, miles } = circle
    const fits = createItemFilter({ categories: [category], tags: [], prices })
    const found = await lists.inCircle(circle, 'all')
    if (!found.every(({ complete }) => complete)) return null
    return countTags(
      found,
      category,
      (list, at) => fits(list, at) && isWithin(point, miles, list, at),
    )
  }

  const ways: ListingResponseSource = { near, top, cards: cards.of }
  const answer = createListingResponder(ways)
  return {
    /** Returns the answer's JSON for a visitor. It includes everything committed at least `age` milliseconds ago. */
    async json(question: ListingPageQuery, age: number): Promise<Buffer> {
      await changes.catchUp(age)
      try {
        return await answer(question)
      } catch (error) {
        // The primary has just become unavailable. Start over from what the replicas have, because changes that only
        // the primary had can't be waited for.
        if (!isOutage(error) || !changes.restart()) throw error
        await changes.catchUp(age)
        return answer(question)
      }
    },
    ways,
    tagsNear,
    inhabited,
    changes,
  }
}

/** Functions that find the parts of an answer. */
export type ListingResponseSource = {
  near(question: Near, cursor?: string): Promise<RankedPage>
  top(question: RankingQuery, cursor?: string): Promise<RankedPage>
  cards(ids: number[]): Promise<Map<number, Buffer>>
}

export const createListingResponder =
  ({ near, top, cards }: ListingResponseSource) =>
  async ({ list, cursor, ...question }: ListingPageQuery): Promise<Buffer> => {
    const { point } = question
    const [nearBy, anywhere] = await Promise.all([
      point && list !== 'top' ? near({ ...question, point }, cursor) : nothing,
      list !== 'nearBy' ? top(question, cursor) : nothing,
    ])
    const ids = [...nearBy.items, ...anywhere.items].map(({ id }) => id)
    return join(point, nearBy, anywhere, await cards(ids))
  }

function join(
  point: Point | null,
  nearBy: RankedPage,
  anywhere: RankedPage,
  cards: Map<number, Buffer>,
): Buffer {
  const parts: (string | Buffer)[] = ['{"nearBy":[']
  const add = ({ items }: RankedPage) => {
    let separator = ''
    for (const item of items) {
      const card = cards.get(item.id)
      if (!card || card.length === 0) continue
      const miles = point && Math.round(milesBetween(point, item) * 100) / 100
      parts.push(`${separator}{"distanceMiles":${miles},`, card)
      separator = ','
    }
  }
  add(nearBy)
  parts.push('],"top":[')
  add(anywhere)
  parts.push(
    `],"nearByCursor":${JSON.stringify(nearBy.cursor)},"topCursor":${JSON.stringify(anywhere.cursor)}}`,
  )
  // Everything except the cards is ASCII, so its length in characters is its length in bytes.
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') bytes.write(part, at, 'latin1')
    else part.copy(bytes, at)
    at += part.length
  }
  return bytes
}
