import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { cellsTouching, milesFrom } from '#domain/distance.ts'
import type { Point } from '#domain/miles.ts'
import { rankNearBy, rankTop, unfiltered } from '#features/listings/ranking.server.ts'
import { literals } from '#features/places/literals.server.ts'
import { wordsOf } from '#features/places/words/asked-words.ts'
import { asMeant, asTyped } from '#features/places/words/meant.server.ts'
import { type Sequence, tsqueriesIn, tsquery } from '#features/places/words/word-query.ts'
import { type InUse, type Kind, vocabulary } from '#features/places/words/words-in-use.server.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { type Candidate, scoreDish, type Reading } from './dish-score.ts'
import type { Narrowing } from './narrowing.server.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** Miles: what counts as near where one is, and round a city that is named. */
const around = { here: 50, city: 25 }
/**
 * With so many near by whose names hold all words, or elsewhere, nobody looks farther; with so many that hold what is
 * typed, nobody guesses what may have been meant.
 */
const enough = { named: 24, asTyped: 3 }
const most = { candidates: 60, near: 400, elsewhere: 100 }

/** Ids of dishes, best first: closeness of text, distance and votes. */
export async function dishesByWords(
  databases: Databases,
  q: string,
  near: Point | undefined,
  { narrowing, used, limit }: { narrowing: Narrowing; used: () => Promise<InUse>; limit: number },
): Promise<number[]> {
  const readings = readingsOf(q, near, narrowing)
  const words = wordsOf(q)
  const found = new Map<number, ReturnType<typeof scoreDish>>()
  const keep = (lists: Candidate[][]) => {
    for (const row of lists.flat())
      if (!found.has(row.id)) found.set(row.id, scoreDish(words, readings, row))
  }
  const sure = () => [...found.values()].filter((one) => one.sure).length
  const some = async (asked: Asked[], way: typeof nearBy) => {
    const lists = await Promise.all(asked.map((one) => way(databases.listing, q, one)))
    keep(lists)
    return asked.filter((_, index) => lists[index]!.length < enough.named)
  }
  const look = async (all: Asked[]) => {
    const [plain, narrowed] = [
      all.filter(({ reading }) => reading.narrowedBy.length === 0),
      all.filter(({ reading }) => reading.narrowedBy.length > 0),
    ]
    const few = await some(plain, nearBy)
    if (sure() < limit) await some(narrowed, nearBy)
    if (sure() < limit) await some(few, elsewhere)
    // What is left of a tag or a category may be a common word, which takes longest.
    if (sure() < limit) await some(narrowed, elsewhere)
  }
  const [named, nameless] = [
    readings.filter(({ words }) => words.length > 0),
    readings.filter(({ words }) => words.length === 0),
  ]
  keep(await Promise.all(nameless.map((reading) => bestOf(databases, reading))))
  const inUse = await used()
  for (const wayOf of [asWritten, asBegun, asIntended])
    if (wayOf === asWritten || sure() < enough.asTyped)
      await look(await Promise.all(named.map(async (reading) => wayOf(databases, reading, inUse))))
  return [...found]
    .filter(([, { text }]) => text >= 0.55)
    .sort(([id, a], [otherId, b]) => b.score - a.score || id - otherId)
    .slice(0, limit)
    .map(([id]) => id)
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

/** What to look for near by, elsewhere by the dishes' names, and by those together with their restaurants'. */
type Asked = { reading: Reading; near: Sequence[]; far: Sequence[]; withRestaurants: Sequence[] }

const [ofDishes, ofBoth] = [[vocabulary.dishes], [vocabulary.dishes, vocabulary.restaurants]]

/** Elsewhere whole words come first: those that begin so are more. */
function asWritten(_: Databases, reading: Reading, inUse: InUse): Asked {
  const whole = asTyped(reading.words, 'none')
  return {
    reading,
    near: inUse(asTyped(reading.words), ofDishes),
    far: inUse(whole, ofDishes),
    withRestaurants: inUse(whole, ofBoth),
  }
}

function asBegun(_: Databases, reading: Reading, inUse: InUse): Asked {
  const more = (kinds: Kind[]) => {
    const [whole, begun] = [asTyped(reading.words, 'none'), asTyped(reading.words)].map((one) =>
      inUse(one, kinds),
    )
    return isDeepStrictEqual(whole, begun) ? [] : begun!
  }
  return { reading, near: [], far: more(ofDishes), withRestaurants: more(ofBoth) }
}

async function asIntended({ listing }: Databases, reading: Reading, inUse: InUse): Promise<Asked> {
  const meant = await asMeant(listing, reading.words, ofBoth, inUse)
  return { reading, near: meant, far: meant, withRestaurants: meant }
}

async function nearBy(listing: Database, q: string, { reading, near }: Asked) {
  if (!reading.near || near.length === 0) return []
  const cells = cellsTouching(reading.near, milesOf(reading), 4)
  return lookedAt(listing, q, reading, tsqueriesIn(cells, near), most.near)
}

/** By the dishes' names, and by those together with their restaurants' where that finds too few. */
async function elsewhere(listing: Database, q: string, asked: Asked) {
  const { reading, far, withRestaurants } = asked
  const { words, city } = reading
  const look = async (sequences: Sequence[], restaurantToo: boolean) =>
    sequences.length === 0
      ? []
      : lookedAt(listing, q, reading, [tsquery(sequences, '', restaurantToo)], most.elsewhere)
  const telling = words.length > 1 || words[0]!.length > 2 || /[\u0250-\uffff]/.test(words[0]!)
  // In a city that is named nothing elsewhere is meant; its restaurants' names may be part of what is typed.
  const named = telling && !city ? await look(far, false) : []
  if (named.length >= enough.named || (words.length === 1 && !(telling && !city))) return named
  return [...named, ...(await look(withRestaurants, true))]
}

const milesOf = ({ city }: Reading) => (city ? around.city : around.here)

async function lookedAt(
  listing: Database,
  q: string,
  reading: Reading,
  queries: string[],
  looked: number,
): Promise<Candidate[]> {
  const { near, city, tags, category } = reading
  const miles = milesOf(reading)
  const tagged = tags.length > 0 ? sql`and i.tags && ${tags.map(({ id }) => id)}::integer[]` : sql``
  const ofCategory = category === null ? sql`` : sql`and i.category_id = ${category}`
  const distance = near ? milesFrom(near, 'i') : sql`null::float8`
  const inCity = city ? sql`where miles <= ${miles}` : sql``
  // One word alone is often a common one: then rows are read as they come until there are enough, as the planner knows.
  const named =
    queries.length === 1 && reading.words.length === 1
      ? sql`(select item_id from item_words where words @@ ${queries[0]}::tsquery limit ${looked})`
      : sql`(select items_named(${queries}::tsquery[], ${looked}) as item_id)`
  const { rows } = await sql<Candidate>`
    select found.*, r.name as "restaurantName", r.name_en as "restaurantNameEn", r.city_label as "cityName"
      from (select * from (
              select i.id, i.name, i.restaurant_id, i.category_id as "categoryId", i.tags,
                     i.upvote_count as votes, ${distance} as miles
                from ${named} named
                join items i on i.id = named.item_id and i.listed ${tagged} ${ofCategory}) asked
             ${inCity}
             order by lower(name) = lower(${q}) desc, coalesce(miles <= ${miles}, false) desc, votes desc, id
             limit ${most.candidates}) found
      join restaurants r on r.id = found.restaurant_id
     where ${literals(q, sql`found.name || ' ' || r.name`)}`.execute(listing)
  return rows
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
