import { type RawBuilder, sql } from 'kysely'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import type { Point } from '#domain/miles.ts'
import { rankNearBy, rankTop, unfiltered } from '#features/listings/ranking.server.ts'
import { literals } from '#features/places/literals.server.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import { asMeant, asTyped, vocabulary } from '#features/places/words/meant.server.ts'
import { type Sequence, tsqueriesIn, tsquery } from '#features/places/words/word-query.ts'
import type { Services } from '#platform/server/services.ts'
import { type Candidate, scoreDish, type Reading } from './dish-score.ts'
import type { Narrowing } from './narrowing.server.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** Miles: what counts as near where one is, and round a city that is named. */
const around = { here: 50, city: 25 }
/** Of so many whose own names hold all words, others whose restaurants' names do aren't asked for. */
const most = { candidates: 120, looked: 1000, named: 24 }

/** Ids of dishes, best first: closeness of text, distance and votes. */
export async function dishesByWords(
  databases: Databases,
  q: string,
  near: Point | undefined,
  narrowing: Narrowing,
  limit: number,
): Promise<number[]> {
  const readings = readingsOf(q, near, narrowing)
  const found = new Map<number, Candidate>()
  const keep = (lists: Candidate[][]) => {
    for (const row of lists.flat()) if (!found.has(row.id)) found.set(row.id, row)
  }
  const score = () =>
    [...found.values()]
      .map((row) => ({ id: row.id, ...scoreDish(wordsOf(q), readings, row) }))
      .filter(({ text }) => text >= 0.55)
      .sort((a, b) => b.score - a.score || a.id - b.id)
  keep(await Promise.all(readings.map((reading) => asWritten(databases, q, reading))))
  const sure = score().filter((one) => one.sure)
  if (sure.length < limit)
    keep(await Promise.all(readings.map((reading) => asIntended(databases, q, reading))))
  return score()
    .slice(0, limit)
    .map(({ id }) => id)
}

/** What is typed may mean its words alone, or some of them narrow the others: each way is looked for. */
function readingsOf(q: string, near: Point | undefined, narrowing: Narrowing): Reading[] {
  const { city } = narrowing
  const places = [
    { text: q, near, city: null },
    ...(city ? [{ text: city.rest, near: city.city, city: city.city }] : []),
  ]
  return places.flatMap(({ text, near, city }) => {
    const has = (words: string[]) => ` ${text.toLowerCase()} `.includes(` ${words.join(' ')} `)
    const base = { near, city, tags: [], category: null, narrowedBy: [] as string[] }
    const [tagged] = narrowing.tags.filter(({ words }) => has(words))
    const [inCategory] = narrowing.categories.filter(({ words }) => has(words))
    const without = (words: string[]) =>
      wordsOf(` ${text.toLowerCase()} `.replace(` ${words.join(' ')} `, ' '))
    return [
      { ...base, words: wordsOf(text) },
      ...(tagged
        ? [
            {
              ...base,
              words: without(tagged.words),
              tags: tagged.tags,
              narrowedBy: tagged.words,
            },
          ]
        : []),
      ...(inCategory
        ? [
            {
              ...base,
              words: without(inCategory.words),
              category: inCategory.category.id,
              narrowedBy: inCategory.words,
            },
          ]
        : []),
    ]
  })
}

async function asWritten(databases: Databases, q: string, reading: Reading): Promise<Candidate[]> {
  if (reading.words.length === 0) return bestOf(databases, reading)
  return candidates(databases, q, reading, asTyped(reading.words))
}

async function asIntended(databases: Databases, q: string, reading: Reading) {
  if (reading.words.length === 0) return []
  const meant = await asMeant(databases.listing, reading.words, [
    vocabulary.dishes,
    vocabulary.restaurants,
  ])
  return meant.length === 0 ? [] : candidates(databases, q, reading, meant)
}

async function candidates(
  { listing }: Databases,
  q: string,
  reading: Reading,
  sequences: Sequence[],
): Promise<Candidate[]> {
  const { near, city, words } = reading
  const telling = words.length > 1 || words[0]!.length > 2 || /[\u0250-\uffff]/.test(words[0]!)
  const miles = city ? around.city : around.here
  const look = async (queries: RawBuilder<unknown>[]) => {
    const lists = await Promise.all(
      queries.map((words) => lookedAt(q, reading, words, miles).execute(listing)),
    )
    return lists.flatMap(({ rows }) => rows)
  }
  const named = await look([
    ...(near
      ? [sql`w.words @@ any (${tsqueriesIn(cellsTouching(near, miles, 4), sequences)}::tsquery[])`]
      : []),
    // In a city that is named nothing elsewhere is meant; its restaurants' names may be part of what is typed.
    ...(telling && !city ? [sql`w.words @@ ${tsquery(sequences)}::tsquery`] : []),
  ])
  if (new Set(named.map(({ id }) => id)).size >= most.named) return named
  if (words.length === 1 && !(telling && !city)) return named
  return [...named, ...(await look([sql`w.words @@ ${tsquery(sequences, '', true)}::tsquery`]))]
}

function lookedAt(
  q: string,
  { near, city, tags, category }: Reading,
  words: RawBuilder<unknown>,
  miles: number,
) {
  const tagged = tags.length > 0 ? sql`and i.tags && ${tags.map(({ id }) => id)}::integer[]` : sql``
  const ofCategory = category === null ? sql`` : sql`and i.category_id = ${category}`
  const distance = near ? milesFrom(near, 'i') : sql`null::float8`
  const inCity = city ? sql`where miles <= ${miles}` : sql``
  // Looked for whole: with the limit in sight the planner may read words one by one until it is met.
  return sql<Candidate>`
    with named as materialized (select item_id from item_words w where ${words})
    select found.*, r.name as "restaurantName", r.name_en as "restaurantNameEn", r.city_label as "cityName"
      from (select * from (
              select i.id, i.name, i.restaurant_id, i.category_id as "categoryId", i.tags,
                     i.upvote_count as votes, ${distance} as miles
                from (select item_id from named limit ${most.looked}) w
                join items i on i.id = w.item_id and i.listed ${tagged} ${ofCategory}) asked
             ${inCity}
             order by lower(name) = lower(${q}) desc, coalesce(miles <= ${miles}, false) desc, votes desc, id
             limit ${most.candidates}) found
      join restaurants r on r.id = found.restaurant_id
     where ${literals(q, sql`found.name || ' ' || r.name`)}`
}

/** Where nothing but a tag or a category is named: the best of it, here and anywhere. */
async function bestOf({ ranking, listing }: Databases, { near, tags, category }: Reading) {
  const questions =
    category === null
      ? tags.map(({ id, category }) => ({ categories: [category as number], tags: [id] }))
      : [{ categories: [category], tags: [] }]
  const pages = await Promise.all(
    questions.flatMap((one) => {
      const question = { ...unfiltered, ...one, distanceMiles: 20 }
      return [
        ...(near ? [rankNearBy(ranking, { ...question, point: near }, undefined)] : []),
        rankTop(ranking, { ...question, point: null }, undefined),
      ]
    }),
  )
  const ids = pages.flatMap(({ items }) => items.slice(0, 10).map(({ id }) => id))
  const { rows } = await sql<Candidate>`
    select i.id, i.name, i.category_id as "categoryId", i.tags, i.upvote_count as votes,
           ${near ? milesFrom(near, 'i') : sql`null::float8`} as miles,
           r.name as "restaurantName", r.name_en as "restaurantNameEn", r.city_label as "cityName"
      from items i join restaurants r on r.id = i.restaurant_id
     where i.id = any (${ids}::integer[])`.execute(listing)
  return rows
}
