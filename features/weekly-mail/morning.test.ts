import { expect, it } from 'vitest'
import { weekDueForMail } from './morning.ts'

it.each([
  ['2026-05-07T07:59Z', 'UTC', null],
  ['2026-05-07T08:00Z', 'UTC', '2026-05-04'],
  ['2026-05-07T11:59Z', 'UTC', '2026-05-04'],
  ['2026-05-07T12:00Z', 'UTC', null],
  ['2026-05-06T09:00Z', 'UTC', null],
  ['2026-05-08T09:00Z', 'UTC', null],
  // Wednesday in Greenwich, Thursday on Kiritimati; Friday there, Thursday on Hawaii.
  ['2026-05-06T19:00Z', 'Pacific/Kiritimati', '2026-05-04'],
  ['2026-05-07T19:00Z', 'Pacific/Honolulu', '2026-05-04'],
  ['2026-05-08T00:00Z', 'Pacific/Honolulu', null],
  // An hour earlier by Greenwich once summer has begun.
  ['2026-03-05T14:00Z', 'America/Chicago', '2026-03-02'],
  ['2026-03-05T13:30Z', 'America/Chicago', null],
  ['2026-03-12T13:30Z', 'America/Chicago', '2026-03-09'],
  // Stored before such names were refused.
  ['2026-05-07T08:00Z', 'Etc/GMT+99', '2026-05-04'],
  // The Monday of another year.
  ['2026-01-01T09:00Z', 'UTC', '2025-12-29'],
])('at %s in %s it is the morning of the week %s', (moment, timeZone, week) => {
  expect(weekDueForMail(new Date(moment), timeZone)).toBe(week)
})
