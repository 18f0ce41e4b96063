import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { milesBetween } from '../../../domain/position/miles.ts'
import { freePort } from '../../../platform/server/postgres/cluster.ts'
import { read } from '../asked.ts'
import { copyDishes } from '../cards.ts'
import { needNpm, npmPackages } from '../install.ts'
import { ask, type Postgis } from '../postgis/server.ts'
import type { Answerer } from '../routes.ts'
import { start } from '../started.ts'
import { translated, type Way } from '../translations.ts'
import { writeApp } from './app.ts'

type Results = { data: { latitude: number; longitude: number; card: { id: number } }[] }

/** Starts Strapi on PostgreSQL. Each card is stored whole in one field, so that nothing has to be populated. */
export async function startStrapi(
  source: string,
  folder: string,
  postgis: Postgis,
): Promise<Answerer[]> {
  const packages = join(folder, 'strapi')
  await needNpm(packages, npmPackages.strapi)
  const app = join(packages, 'app')
  writeApp(app)
  await ask(postgis.url('postgres'), 'create database strapi')
  const target = postgis.url('strapi')
  const port = await freePort()
  const program = fileURLToPath(new URL('server.ts', import.meta.url))
  const server = start(process.execPath, [program, app], {
    cwd: app,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: target,
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await server.until(async () => (await fetch(`${origin}/api/dishes`)).ok || undefined, 300)
  await copyDishes(source, target, 'dishes', (dish) => ({
    document_id: `dish${String(dish.id).padStart(20, '0')}`,
    dish: dish.id,
    category: dish.category,
    latitude: dish.latitude,
    longitude: dish.longitude,
    upvotes: dish.upvotes,
    favourites: dish.favourites,
    newest: dish.newest,
    tags: `,${dish.tags.join(',')},`,
    card: JSON.stringify(dish.card),
    created_at: '2026-01-01',
    updated_at: '2026-01-01',
    published_at: '2026-01-01',
  }))
  await ask(
    target,
    `create index on dishes (category, upvotes desc, favourites desc, newest desc, dish);
     create index on dishes (category, latitude, longitude)`,
  )
  await ask(target, 'vacuum (analyze) dishes')
  const plans: Way[] = ['strapi, REST', 'strapi, query']
  return plans.map((name) => ({
    name,
    as: name,
    origin,
    async nearBy(path) {
      const { point, distanceMiles } = read(path)
      const answer = await fetch(origin + translated(name, path).path)
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
      const { data } = (await answer.json()) as Results
      return data
        .filter((dish) => milesBetween(point, dish) <= distanceMiles)
        .slice(0, 50)
        .map(({ card }) => card.id)
    },
    close: () => server.stop(),
  }))
}
