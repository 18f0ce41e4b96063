import { expect, test } from 'vitest'
import { minuteOfWeek } from '#domain/hours/opening-hours.ts'
import { hoursNowText, isOpen, toTwelveHourTime, weekHours } from './hours.ts'

const span = (day: string, openTime: string, closeTime: string) => ({
  day,
  openTime,
  closeTime,
  closed: false,
})
const off = (day: string) => ({ day, openTime: null, closeTime: null, closed: true })

test.each([
  ['00:00', '12:00 AM'],
  ['09:05', '9:05 AM'],
  ['12:00', '12:00 PM'],
  ['23:30', '11:30 PM'],
  ['24:00', '12:00 AM'],
])('%s reads %s', (time, words) => expect(toTwelveHourTime(time)).toBe(words))

test('the week begins on Monday and keeps several spans of a day', () => {
  const shown = weekHours([
    span('Monday', '11:00', '14:00'),
    span('Monday', '17:00', '22:00'),
    off('Sunday'),
  ])
  expect(shown[0]).toEqual({
    day: 'Monday',
    spans: ['11:00 AM – 2:00 PM', '5:00 PM – 10:00 PM'],
  })
  expect(shown[6]).toEqual({ day: 'Sunday', spans: [] })
})

// November 21, 2026 is a Saturday, when Minneapolis is six hours behind UTC.
const zone = 'America/Chicago'
const at = (utc: string) => new Date(`2026-11-${utc}Z`)

test('the day is the restaurant’s, not the reader’s', () => {
  expect(minuteOfWeek(at('21T03:30'), zone)).toEqual({ day: 'Friday', minute: 5 * 1440 + 1290 })
})

test.each([
  ['21T17:00', true],
  ['21T16:59', false],
  ['22T03:59', true],
  ['22T04:00', false],
])('a span from 11:00 to 22:00 at %s UTC: %s', (utc, open) =>
  expect(isOpen([span('Saturday', '11:00', '22:00')], minuteOfWeek(at(utc), zone))).toBe(open),
)

test.each([
  ['22T07:30', true],
  ['22T08:00', false],
])('a Saturday night until 2:00 at %s UTC: %s', (utc, open) =>
  expect(isOpen([span('Saturday', '18:00', '02:00')], minuteOfWeek(at(utc), zone))).toBe(open),
)

test('Saturday’s night reaches over the end of the week', () => {
  const sunday = new Date('2026-11-22T07:00Z')
  expect(minuteOfWeek(sunday, zone).day).toBe('Sunday')
  expect(isOpen([span('Saturday', '20:00', '03:00')], minuteOfWeek(sunday, zone))).toBe(true)
})

test('round the clock, and never', () => {
  expect(isOpen([span('Saturday', '00:00', '24:00')], minuteOfWeek(at('21T18:00'), zone))).toBe(
    true,
  )
  expect(isOpen([off('Saturday')], minuteOfWeek(at('21T18:00'), zone))).toBe(false)
})

test.each([
  ['22T07:30', 'Until 2:00 AM'],
  ['22T08:00', 'Today Closed'],
  ['22T04:00', 'Today 6:00 PM – 2:00 AM'],
  ['24T00:00', 'Today 5:00 PM – 12:00 AM'],
  ['24T07:00', 'Today Closed'],
])('what is told at %s UTC of a Saturday night until 2:00: %s', (utc, text) =>
  expect(
    hoursNowText(
      [span('Saturday', '18:00', '02:00'), off('Sunday'), span('Monday', '17:00', '24:00')],
      minuteOfWeek(at(utc), zone),
    ),
  ).toBe(text),
)
