import { defaultDistance } from '#domain/distances.ts'
import { sql } from 'kysely'
import { milesFrom } from '#domain/distance.ts'
import { rankNearBy, rankTop, unfiltered } from '#features/listings/ranking.server.ts'
import type { Services } from '#platform/server/services.ts'
import type { Candidate, Reading } from './dish-score.ts'

type Databases = Pick<Services, 'listing' | 'ranking'>

/** Of those near by, and of those anywhere. */
const most = 24

/** Where nothing but a tag or a category is named: the best of it, here and anywhere. */
export async function bestOf(
  { ranking, listing }: Databases,
  { near, city, tags, category }: Reading,
) {
  const question = {
    ...unfiltered,
    categories: category === null ? [...new Set(tags.map((tag) => tag.category))] : [category],
    tags: tags.map(({ id }) => id),
    distanceMiles: defaultDistance,
  }
  const pages = await Promise.all([
    near && rankNearBy(ranking, { ...question, point: near }, undefined, most),
    // In a city that is named nothing elsewhere is meant.
    !city && rankTop(ranking, { ...question, point: null }, undefined, most),
  ])
  const ids = pages.flatMap((page) => (page ? page.items.map(({ id }) => id) : []))
  const { rows } = await sql<Candidate>`
    select i.id, i.name, i.category_id as "categoryId", i.tags, i.upvote_count as votes,
           ${near ? milesFrom(near, 'i') : sql`null::float8`} as miles,
           r.name as "restaurantName", r.name_en as "restaurantNameEn", r.city_label as "cityName"
      from items i join restaurants r on r.id = i.restaurant_id
     where i.id = any (${ids}::integer[])`.execute(listing)
  return rows
}
