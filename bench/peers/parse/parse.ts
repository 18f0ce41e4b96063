import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../platform/server/postgres/cluster.ts'
import { copyDishes } from '../cards.ts'
import { needNpm, npmPackages } from '../install.ts'
import { ask, type Postgis } from '../postgis/server.ts'
import type { Answerer } from '../routes.ts'
import { start } from '../started.ts'
import { parseKey, translated, type Way } from '../translations.ts'

const number = { type: 'Number' }
const fields = {
  dish: number,
  category: number,
  place: { type: 'GeoPoint' },
  upvotes: number,
  favourites: number,
  newest: number,
  tags: { type: 'Array' },
  card: { type: 'Object' },
}

type Results = { results: { card: { id: number } }[] }

/**
 * Starts Parse Server on PostgreSQL with PostGIS. Each card is stored whole in one object, so that nothing has to be
 * included from others.
 */
export async function startParse(
  source: string,
  folder: string,
  postgis: Postgis,
): Promise<Answerer[]> {
  const packages = join(folder, 'parse')
  await needNpm(packages, npmPackages.parse)
  await ask(postgis.url('postgres'), 'create database parse')
  const target = postgis.url('parse')
  await ask(target, 'create extension postgis')
  const port = await freePort()
  const program = fileURLToPath(new URL('server.ts', import.meta.url))
  const env = { ...process.env, NODE_ENV: 'production' }
  const server = start(process.execPath, [program, packages, `${target}?max=16`, String(port)], {
    cwd: packages,
    env,
  })
  const origin = `http://127.0.0.1:${port}`
  const headers = { 'X-Parse-Application-Id': parseKey, 'X-Parse-Master-Key': parseKey }
  await server.until(
    async () => (await fetch(`${origin}/parse/health`, { headers })).ok || undefined,
  )
  const made = await fetch(`${origin}/parse/schemas/Dish`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      className: 'Dish',
      fields,
      classLevelPermissions: { find: { '*': true }, get: { '*': true } },
    }),
  })
  if (!made.ok) throw new Error(`Parse: ${made.status} ${await made.text()}`)
  await copyDishes(source, target, '"Dish"', (dish) => ({
    objectId: String(dish.id).padStart(10, '0'),
    createdAt: '2026-01-01',
    updatedAt: '2026-01-01',
    dish: dish.id,
    category: dish.category,
    place: `(${dish.longitude},${dish.latitude})`,
    upvotes: dish.upvotes,
    favourites: dish.favourites,
    newest: dish.newest,
    tags: JSON.stringify(dish.tags),
    card: JSON.stringify(dish.card),
  }))
  await ask(
    target,
    `create index on "Dish" (category, upvotes desc, favourites desc, newest desc, dish);
     create index on "Dish" using gist (place); create index on "Dish" using gin (tags)`,
  )
  await ask(target, 'vacuum (analyze) "Dish"')
  const plans: Way[] = ['parse, circle', 'parse, box']
  return plans.map((name) => ({
    name,
    as: name,
    origin,
    async nearBy(path) {
      const asked = translated(name, path)
      const answer = await fetch(origin + asked.path, { headers: asked.headers })
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as Results).results.map(({ card }) => card.id)
    },
    close: () => server.stop(),
  }))
}
