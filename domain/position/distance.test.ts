import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { cellOf, cellsTouching, milesFromSql } from './distance.ts'
import { milesBetween, type Point } from './miles.ts'

const app = await testApp()

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })
const points = [
  at(44.98, -93.264),
  at(44.9801, -93.264),
  at(34.05, -118.24),
  at(-17.7, 179.999),
  at(-17.7, -179.999),
  at(90, 0),
  at(90, 120),
  at(89.99, -60),
  at(-90, 0),
  at(0, 0),
  at(0, 180),
]

test('TypeScript and SQL agree, over the antimeridian and at the poles too', async () => {
  for (const from of points) {
    const { rows } = await sql<{ miles: number }>`
      select ${milesFromSql(from, 'to')} as miles
        from unnest(${points.map((p) => p.latitude)}::float8[], ${points.map((p) => p.longitude)}::float8[])
             with ordinality as "to" (latitude, longitude, n) order by n`.execute(app.database)
    rows.forEach(({ miles }, to) => expect(miles).toBeCloseTo(milesBetween(from, points[to]!), 8))
  }
})

test('half round the Earth, and a step over the antimeridian', () => {
  expect(milesBetween(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 3958.7613, 6)
  expect(milesBetween(at(0, 179.999), at(0, -179.999))).toBeCloseTo(0.1382, 3)
})

test.each([
  [20, 5],
  [1, 7],
  [8, 5],
  [50, 4],
] as const)('no point within %s miles lies in a cell left out at resolution %s', (miles, cells) => {
  for (const center of points) {
    const touching = new Set(cellsTouching(center, miles, cells))
    for (let turn = 0; turn < 360; turn += 5) {
      const radians = (turn * Math.PI) / 180
      const north = (0.999 * miles * Math.cos(radians)) / 69.0934
      const latitude = Math.max(-90, Math.min(90, center.latitude + north))
      const shrunk = Math.cos((latitude * Math.PI) / 180)
      const east = shrunk < 0.01 ? turn : (0.999 * miles * Math.sin(radians)) / 69.0934 / shrunk
      const edge = at(latitude, ((center.longitude + east + 540) % 360) - 180)
      if (milesBetween(center, edge) <= miles)
        expect(touching).toContain(String(cellOf(edge, cells)))
    }
  }
})

test('F14 the cells of many circles are not all kept', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heldAfter = (first: number, last: number) => {
    for (let n = first; n < last; n++) cellsTouching(at(n - 80, 2 * n - 170), 20, 7)
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  // As many as are kept, and then twice as many again.
  const before = heldAfter(0, 70)
  expect(heldAfter(70, 160) - before).toBeLessThan(8)
})

test('the planner takes the formula in place of the function', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (verbose) select id from restaurants where ${milesFromSql(at(44.98, -93.264))} <= ${20}`.execute(
    app.database,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('asin(')
  expect(plan).not.toContain('miles_between')
})
