import pg from 'pg'
import type { Asked } from '../asked.ts'
import { copyAcross } from '../copy.ts'
import type { Found, Ranker } from '../contenders.ts'
import { ask, type Postgis } from './server.ts'

const metresPerMile = 1609.344
const database = 'dishes'

/**
 * Copies the listed dishes into PostGIS as its manual recommends: points as geography, one GiST index over category and
 * place, and rows in the order of their geohash. Queries compute distances on the sphere, as ours do. Returns the
 * database's URL.
 */
export async function fillPostgis(source: string, { url }: Postgis): Promise<string> {
  await ask(url('postgres'), `create database ${database}`)
  const target = url(database)
  await ask(
    target,
    `create extension postgis; create extension btree_gist;
     create table dishes (id integer, category_id smallint, place geography(point, 4326), upvote_count integer,
       counted_yolos integer, newest_counted_at timestamptz, tags integer[])`,
  )
  const point = `'SRID=4326;POINT(' || longitude || ' ' || latitude || ')'`
  await copyAcross(
    source,
    `select id, category_id, ${point}, upvote_count, counted_yolos, newest_counted_at, tags from items where listed`,
    target,
    'dishes',
  )
  await ask(
    target,
    `create index dishes_hash on dishes (st_geohash(place::geometry)); cluster dishes using dishes_hash; drop index dishes_hash;
     create index dishes_place on dishes using gist (category_id, place);
     create index dishes_rank on dishes (category_id, upvote_count desc, counted_yolos desc, newest_counted_at desc, id)
       include (place, tags)`,
  )
  await ask(target, 'vacuum (analyze) dishes')
  return target
}

const columns = 'id, st_y(place::geometry) as latitude, st_x(place::geometry) as longitude'
const order = 'upvote_count desc, counted_yolos desc, newest_counted_at desc, id'
const wanted = (tagged: boolean) => `category_id = $1
   and st_dwithin(place, st_makepoint($2, $3)::geography, $4, false) ${tagged ? 'and tags && $5::integer[]' : ''}`

/**
 * `near` finds everything nearby and sorts it. `planner` lets the planner choose between that and reading the ranking
 * best first.
 */
const plans: Record<string, (tagged: boolean) => string> = {
  near: (tagged) =>
    `with near as materialized (select * from dishes where ${wanted(tagged)}) select ${columns} from near order by ${order} limit 50`,
  planner: (tagged) =>
    `select ${columns} from dishes where ${wanted(tagged)} order by ${order} limit 50`,
}

export function postgisRankers(url: string): Ranker[] {
  return Object.entries(plans).map(([plan, text]) => {
    // Plan each query for its own values, so that the planner knows how much is nearby.
    const options = '-c plan_cache_mode=force_custom_plan'
    const pool = new pg.Pool({ connectionString: url, max: 8, options })
    return {
      name: `postgis, ${plan}`,
      async rank({ category, point, distanceMiles, tags }: Asked) {
        const metres = distanceMiles * metresPerMile
        const values: unknown[] = [category, point.longitude, point.latitude, metres]
        const tagged = tags.length > 0
        if (tagged) values.push(tags)
        const name = tagged ? 'tagged' : 'all'
        const { rows } = await pool.query<Found>({ name, text: text(tagged), values })
        return rows
      },
      close: () => pool.end(),
    }
  })
}
