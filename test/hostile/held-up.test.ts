import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import type { SiteProcess } from '#platform/testing/process.ts'
import { heldUp, most, probedSite } from './held-up.ts'

let app: TestApp
let site: SiteProcess
let ann: Person
let place: { id: number }
beforeAll(async () => {
  app = await testApp()
  ann = await app.member()
  place = await app.restaurant()
  site = await probedSite(app)
}, 180_000)
afterAll(() => site?.end('SIGTERM'))

const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')
const spans = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => n * 40 + from)
    .map((at) => `${clock(at)}-${clock(at + 20)}`)
    .join(',')
const hours: Record<string, (time: number) => string> = {
  'of 498 characters': (time) => `Jan-Dec ${spans(34, time)}${', PH off'.repeat(10)}`,
  'as long as may be read': (time) =>
    `Jan-Dec ${spans(16, time)},PH off,PH off,PH off,PH off,PH off`,
}

const correct = (value: string) =>
  site.post(`/api/restaurants/${place.id}/corrections`, { field: 'hours', value }, { as: ann })

it.each(Object.entries(hours))(
  'S30 opening hours %s hold nobody up',
  { timeout: 120_000 },
  async (_, value) => {
    const ordinary = (time: number) => correct(`Mo-Fr 11:0${time}-22:00`)
    const held = await heldUp(site, (time) => correct(value(time)), ordinary)
    expect(held.thread).toBeLessThan(most)
    expect(held.live - held.control).toBeLessThan(most)
  },
)
