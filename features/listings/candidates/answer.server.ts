import { cellsTouching, milesBetween, type Point } from '#domain/distance.ts'
import { readCursor, writeCursor } from '#platform/server/cursor.ts'
import type { Services } from '#platform/server/services.ts'
import { pageSize } from '../contract.ts'
import { position, rankNearBy, rankTop, type Question, type RankedPage } from '../ranking.server.ts'
import { bitsOf, keepCandidates, type Longest } from './candidates.server.ts'
import { keepCards } from './card-bytes.server.ts'
import { followChanges } from './changes.server.ts'
import { keepInhabited } from './inhabited.server.ts'
import { mergeRanked, type Found } from './merge.ts'
import { microsOf, momentOf } from './moment.ts'
import type { Position, RankedList } from './ranked-list.ts'

export type Asked = Question & { list?: 'nearBy' | 'top'; cursor?: string }

/** Bytes of memory for the ranked lists and for the cards. */
type Memory = { lists: number; cards: number; longest?: Longest }

const positionOf = (cursor: string | undefined): Position | null => {
  if (!cursor) return null
  const [upvotes, yolos, newest, id] = readCursor(cursor, position)
  return { upvotes, yolos, newest: microsOf(newest), id }
}

const cursorOf = ({ last }: Found) =>
  last && writeCursor([last.upvotes, last.yolos, momentOf(last.newest), last.id])

/** Whether an item of a list has one of these tags; always, where none is asked for. */
function tagged({ category, tags }: Question) {
  if (tags.length === 0) return () => true
  const [low, high] = bitsOf(category, tags)
  return (list: RankedList, at: number) => list.hasTag(at, low, high)
}

const nothing: RankedPage = { items: [], cursor: null }

/**
 * Answers listings from memory: ranked lists of cells and categories are merged best first until a page is
 * full, and their cards joined as bytes. What isn't there is read, what changed is read again; where a list that
 * was cut short ends too early, the database ranks.
 */
export function listingAnswers(
  { listing, ranking }: Pick<Services, 'listing' | 'ranking'>,
  memory: Memory,
) {
  const changes = followChanges(listing)
  const candidates = keepCandidates(ranking, changes, memory)
  const inhabited = keepInhabited(listing, changes)
  const cards = keepCards(listing, changes, memory.cards)

  async function near(question: Question & { point: Point }, cursor?: string): Promise<RankedPage> {
    const { category, point, distanceMiles: miles } = question
    const after = positionOf(cursor)
    const cells = await inhabited(category, cellsTouching(point, miles, 5).map(String))
    const lists = await candidates.ofCells(category, cells)
    const hasTag = tagged(question)
    const found = mergeRanked(lists, {
      after,
      count: pageSize,
      wanted: (list, at) =>
        hasTag(list, at) && milesTo(point, list.latitude(at), list.longitude(at)) <= miles,
    })
    if (!found.certain) return rankNearBy(ranking, question, cursor)
    return { items: found.items, cursor: cursorOf(found) }
  }

  async function top(question: Question, cursor?: string): Promise<RankedPage> {
    const { category, point, distanceMiles: miles, tags } = question
    const after = positionOf(cursor)
    const lists = await candidates.ofAll(category, tags)
    const found = mergeRanked(lists, {
      after,
      count: pageSize,
      wanted: (list, at) => !point || milesTo(point, list.latitude(at), list.longitude(at)) > miles,
    })
    if (!found.certain) return rankTop(ranking, question, cursor)
    return { items: found.items, cursor: cursorOf(found) }
  }

  const ways: Ways = { near, top, cards: cards.of }
  const answer = answerBy(ways)
  return {
    /** The answer's JSON for a visitor; what was committed `age` milliseconds ago is in it. */
    async json(asked: Asked, age: number): Promise<Buffer> {
      await changes.upTo(age)
      return answer(asked)
    },
    ways,
    changes,
  }
}

/** How the parts of an answer are found. */
export type Ways = {
  near(question: Question & { point: Point }, cursor?: string): Promise<RankedPage>
  top(question: Question, cursor?: string): Promise<RankedPage>
  cards(ids: number[]): Promise<Map<number, Buffer>>
}

export const answerBy =
  ({ near, top, cards }: Ways) =>
  async ({ list, cursor, ...question }: Asked): Promise<Buffer> => {
    const { point } = question
    const [nearBy, anywhere] = await Promise.all([
      point && list !== 'top' ? near({ ...question, point }, cursor) : nothing,
      list !== 'nearBy' ? top(question, cursor) : nothing,
    ])
    const ids = [...nearBy.items, ...anywhere.items].map(({ id }) => id)
    return join(point, nearBy, anywhere, await cards(ids))
  }

const milesTo = (point: Point, latitude: number, longitude: number) =>
  milesBetween(point, { latitude, longitude })

function join(
  point: Point | null,
  nearBy: RankedPage,
  anywhere: RankedPage,
  cards: Map<number, Buffer>,
): Buffer {
  const parts: (string | Buffer)[] = ['{"nearBy":[']
  const add = ({ items }: RankedPage) => {
    let first = true
    for (const item of items) {
      const card = cards.get(item.id)
      if (!card || card.length === 0) continue
      const miles = point && Math.round(milesBetween(point, item) * 100) / 100
      parts.push(`${first ? '' : ','}{"distanceMiles":${miles},`, card)
      first = false
    }
  }
  add(nearBy)
  parts.push('],"top":[')
  add(anywhere)
  parts.push(
    `],"nearByCursor":${JSON.stringify(nearBy.cursor)},"topCursor":${JSON.stringify(anywhere.cursor)}}`,
  )
  // Everything but the cards is ASCII.
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
