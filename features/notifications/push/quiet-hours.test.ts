import { expect, it } from 'vitest'
import { quietUntil, type QuietHours } from './quiet-hours.ts'

const night = (timeZone: string): QuietHours => ({ from: 22, to: 7, timeZone })

it.each<[string, string, QuietHours | null, string | null]>([
  ['off', '2026-03-01T04:00Z', null, null],
  ['before they begin', '2026-01-10T21:59:59Z', night('UTC'), null],
  ['as they begin', '2026-01-10T22:00Z', night('UTC'), '2026-01-11T07:00Z'],
  ['after midnight', '2026-01-11T03:00Z', night('UTC'), '2026-01-11T07:00Z'],
  ['a second before they end', '2026-01-11T06:59:59Z', night('UTC'), '2026-01-11T07:00Z'],
  ['as they end', '2026-01-11T07:00Z', night('UTC'), null],
  ['in one day', '2026-01-11T13:30Z', { from: 13, to: 15, timeZone: 'UTC' }, '2026-01-11T15:00Z'],
  [
    'until midnight',
    '2026-01-11T23:59Z',
    { from: 20, to: 0, timeZone: 'UTC' },
    '2026-01-12T00:00Z',
  ],
  [
    'of one hour to itself there is none',
    '2026-01-11T05:00Z',
    { from: 5, to: 5, timeZone: 'UTC' },
    null,
  ],
  [
    'a zone that nobody knows any more is UTC',
    '2026-01-11T06:00Z',
    night('Etc/GMT+99'),
    '2026-01-11T07:00Z',
  ],
  ['Chicago, 22:00', '2026-01-11T04:00Z', night('America/Chicago'), '2026-01-11T13:00Z'],
  ['Chicago, 21:59', '2026-01-11T03:59Z', night('America/Chicago'), null],
  ['Kathmandu, 45 minutes past', '2026-01-10T16:15Z', night('Asia/Kathmandu'), '2026-01-11T01:15Z'],
  ['Kathmandu, a minute earlier', '2026-01-10T16:14Z', night('Asia/Kathmandu'), null],
  [
    'Chatham, 12:45 and an hour of summer',
    '2026-01-10T09:00Z',
    night('Pacific/Chatham'),
    '2026-01-10T17:15Z',
  ],
  // Clocks go from 2:00 to 3:00: the night has an hour less, and still ends at 7:00.
  ['Chicago, into summer', '2026-03-08T05:00Z', night('America/Chicago'), '2026-03-08T12:00Z'],
  ['Chicago, the morning after', '2026-03-08T12:00Z', night('America/Chicago'), null],
  // Hours that end in the hour that isn't there end as it would have begun.
  [
    'Chicago, until 2:00',
    '2026-03-08T07:30Z',
    { from: 0, to: 2, timeZone: 'America/Chicago' },
    '2026-03-08T08:00Z',
  ],
  [
    'Chicago, 2:00 to 3:00',
    '2026-03-08T08:00Z',
    { from: 2, to: 3, timeZone: 'America/Chicago' },
    null,
  ],
  // Clocks go from 2:00 back to 1:00: the night has an hour more.
  ['Chicago, into winter', '2026-11-01T04:00Z', night('America/Chicago'), '2026-11-01T13:00Z'],
  [
    'Chicago, the first 1:30',
    '2026-11-01T06:30Z',
    { from: 1, to: 2, timeZone: 'America/Chicago' },
    '2026-11-01T08:00Z',
  ],
  [
    'Chicago, the second 1:30',
    '2026-11-01T07:30Z',
    { from: 1, to: 2, timeZone: 'America/Chicago' },
    '2026-11-01T08:00Z',
  ],
  // Half an hour of summer.
  [
    'Lord Howe, into winter',
    '2026-04-04T14:00Z',
    night('Australia/Lord_Howe'),
    '2026-04-04T20:30Z',
  ],
])('quiet hours %s', (_, moment, hours, end) => {
  const found = quietUntil(new Date(moment), hours)
  expect(found && found.toISOString()).toBe(end && new Date(end).toISOString())
})
