import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import {
  weekdayNames,
  isOpenIn,
  minuteOfWeek,
  minutesPerWeek,
  openMinutes,
} from './opening-hours.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const two = (count: number) => String(count).padStart(2, '0')
const time = fc
  .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => (hour === 24 ? '24:00' : `${two(hour)}:${two(minute)}`))
const span = fc.record({
  day: fc.constantFrom(...weekdayNames, 'Someday'),
  openTime: fc.option(time),
  closeTime: fc.option(time),
  closed: fc.boolean(),
})

/** Returns a text with one character per minute of the week: 1 if open, 0 if closed. */
const asBits = (minutes: number[]) =>
  Array.from({ length: minutesPerWeek }, (_, minute) => (isOpenIn(minutes, minute) ? 1 : 0)).join(
    '',
  )

it('opening hours are the same minutes of the week on the page and in lists', async () => {
  const samples = fc.sample(fc.array(span, { maxLength: 9 }), 300)
  const { rows } = await sql<{ minutes: string }>`
    select open_minutes_of(hours)::text as minutes
      from jsonb_array_elements(${JSON.stringify(samples)}::jsonb) with ordinality as sample (hours, n) order by n`.execute(
    app.database,
  )
  expect(rows).toHaveLength(samples.length)
  for (const [n, { minutes }] of rows.entries())
    expect(asBits((minutes.match(/\d+/g) ?? []).map(Number)), JSON.stringify(samples[n])).toBe(
      asBits(openMinutes(samples[n]!)),
    )
})

it('a moment is the same minute of the week on the page and in lists', async () => {
  for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Apia'])
    for (const at of ['2026-03-08T09:59:00Z', '2026-03-08T10:00:00Z', '2026-11-22T05:30:00Z']) {
      const { rows } = await sql<{ minute: number }>`
        select minute_of_week(${at}::timestamptz, ${zone}) as minute`.execute(app.database)
      expect(rows[0]!.minute).toBe(minuteOfWeek(new Date(at), zone).minute)
    }
})
