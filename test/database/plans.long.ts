import pg from 'pg'
import { expect, it } from 'vitest'
import { fill } from '../../bench/data.ts'
import { densest } from '../../bench/centres.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import { rankNearBy, rankTop, noFilters } from '#features/listings/ranking.server.ts'
import { moveTrendingWindow } from '#features/listings/trending.server.ts'
import { findRestaurants } from '#features/places/restaurant-search.server.ts'
import { createDatabase, rankingPlannerSettings } from '#platform/server/database/database.ts'
import { testApp } from '#platform/testing/app.ts'
import { scansOf } from '#platform/testing/database/plans.ts'

const filters = ['tags=35,36', 'price=1,4', 'open=now', 'sort=trending']
const typed = ['gold', 'golden fork 1', '0', 'kitchen 7', 'fork 14', 'zzz', '']

it('reads no large table whole at a million restaurants and dishes, as the planner itself chooses', async () => {
  const app = await testApp()
  const pool = (options = '') => new pg.Pool({ connectionString: app.databaseUrl, max: 2, options })
  await fill(app.databaseUrl, { items: 1_000_000, restaurants: 1_000_000 })
  const reader = pool()
  const { rows } = await reader.query<{ id: number }>('select id from restaurants limit 1')
  await reader.end()

  const near = `latitude=${densest.latitude}&longitude=${densest.longitude}`
  for (const q of typed) await app.get(`/api/places/restaurants?q=${q}&${near}`)
  for (const miles of [20, 1])
    for (const filter of filters)
      await app.get(`/api/yolos?category=3&distanceMiles=${miles}&${filter}&${near}`)
  // Rank in the database directly, as happens when a truncated list in memory ends before the page is full.
  const question = { ...noFilters, categories: [2, 3], tags: [], distanceMiles: 20 }
  for (const change of [{ prices: [4] }, { openAt: Date.now() }, { order: 'trending' as const }]) {
    const { ranking } = app.services
    await rankNearBy(ranking, { ...question, ...change, point: densest }, undefined)
    await rankTop(ranking, { ...question, ...change, point: null }, undefined)
  }
  await app.get(`/api/tags?category=3&${near}`)
  await moveTrendingWindow(app.services)
  const member = await app.member()
  await app.get(`/api/restaurants/${rows[0]!.id}`, { as: member })
  await app.get(`/api/restaurants?name=Golden%20Fork%201&${near}`)
  await app.get('/api/my-page', { as: member })
  await app.post(
    '/api/restaurants',
    { name: 'New', address: '1 New Street', ...densest },
    { as: member },
  )
  const filled = ['restaurants', 'items', 'yolos', 'users']
  const scans = await scansOf(app.databaseUrl, app.statements(), { filled })
  expect(scans).toEqual([])

  // Measure suggestions on the ranking's connections and on the others. The times are only printed, because machines
  // differ.
  const cities = await loadGazetteer(app.services.settings.stateDir)
  for (const options of [rankingPlannerSettings, '']) {
    const asked = createDatabase(pool(options))
    const times: number[] = []
    for (let round = 0; round < (options ? 1 : 20); round++)
      for (const q of typed) {
        const begun = performance.now()
        await findRestaurants(asked, cities, q, densest, 8)
        times.push(performance.now() - begun)
      }
    await asked.destroy()
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
    console.log(`suggestions, '${options}': p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  }
})
