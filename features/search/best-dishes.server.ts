import { sql } from 'kysely'
import { milesFrom } from '#domain/distance.ts'
import { rankNearBy, rankTop, unfiltered } from '#features/listings/ranking.server.ts'
import type { Services } from '#platform/server/services.ts'
import type { Candidate, Reading } from './dish-score.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** Where nothing but a tag or a category is named: the best of it, here and anywhere. */
export async function bestOf({ ranking, listing }: Databases, { near, tags, category }: Reading) {
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
