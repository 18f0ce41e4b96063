import Parser from 'opening_hours'
import { describe, expect, it } from 'vitest'
import { openingHours, type OpeningSpan } from './opening-hours.server.ts'
import { realData, realOsmFeatures } from './real-data.testing.ts'
import { least } from '#platform/testing/least.ts'
import { cpuTime } from '#platform/testing/cpu-time.ts'

/** The list as OSM writes it, day by day. */
const written = (list: OpeningSpan[]) =>
  [...Map.groupBy(list, ({ day }) => day.slice(0, 2))]
    .map(([day, spans]) => {
      const times = spans.map((span) =>
        span.closed ? 'off' : `${span.openTime}-${span.closeTime}`,
      )
      return `${day} ${times.join(',')}`
    })
    .join('; ')
const every = (time: string) =>
  ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((day) => `${day} ${time}`).join('; ')

describe('opening hours', () => {
  it('lists the days from Monday, spans in their order', () => {
    expect(openingHours('Tu-Su 11:30-14:30,17:00-23:00')?.slice(0, 3)).toEqual([
      { day: 'Monday', openTime: null, closeTime: null, closed: true },
      { day: 'Tuesday', openTime: '11:30', closeTime: '14:30', closed: false },
      { day: 'Tuesday', openTime: '17:00', closeTime: '23:00', closed: false },
    ])
  })

  it.each([
    ['24/7', every('00:00-24:00')],
    ['Mo-Su 00:00-24:00', every('00:00-24:00')],
    ['10:00-22:00', every('10:00-22:00')],
    ['Mo-Su 12:00-00:00', every('12:00-24:00')],
    ['Mo-Su 12:00-26:00', every('12:00-02:00')],
    ['mo - su 08.00 - 20.00;', every('08:00-20:00')],
    ['Mo-Sa 09:00-18:00; PH off', every('09:00-18:00').replace(/Su.*/, 'Su off')],
    ['PH,Mo-Su 09:00-18:00; PH 10:00-12:00', every('09:00-18:00')],
    [
      'PH, Sa,PH 09:00-18:00; PH 10:00-12:00',
      'Mo off; Tu off; We off; Th off; Fr off; Sa 09:00-18:00; Su off',
    ],
    ['Mo-Su,PH 09:00-18:00, PH off; PH closed ', every('09:00-18:00')],
    ['Su, PH off; Mo-Sa 09:00-18:00', every('09:00-18:00').replace(/Su.*/, 'Su off')],
    ['Mo-Su 09:00-17:00; Dec 25 off; easter off', every('09:00-17:00')],
    [
      'Mo-Su 10:00-18:00; We 12:00-13:00 off',
      every('10:00-18:00').replace('We 10:00-18:00', 'We 10:00-12:00,13:00-18:00'),
    ],
    ['Sat 10:00-12:00', 'Mo off; Tu off; We off; Th off; Fr off; Sa 10:00-12:00; Su off'],
    [
      'Fr 18:00-24:00; Sa 00:00-24:00; Su 00:00-02:00',
      'Mo off; Tu off; We off; Th off; Fr 18:00-24:00; Sa 00:00-24:00; Su 00:00-02:00',
    ],
    // A later rule takes the next day whole, so by the letter Thursday would end at midnight.
    [
      'Su-Th 18:00-01:00; Fr-Sa 18:00-02:00',
      'Mo 18:00-01:00; Tu 18:00-01:00; We 18:00-01:00; Th 18:00-01:00; Fr 18:00-02:00; Sa 18:00-02:00; Su 18:00-01:00',
    ],
    [
      'Tu-Sa 17:00-01:00; Su,PH off',
      'Mo off; Tu 17:00-01:00; We 17:00-01:00; Th 17:00-01:00; Fr 17:00-01:00; Sa 17:00-01:00; Su off',
    ],
    [
      'Mo-Sa 17:00-01:00, Su off',
      'Mo 17:00-01:00; Tu 17:00-01:00; We 17:00-01:00; Th 17:00-01:00; Fr 17:00-01:00; Sa 17:00-01:00; Su off',
    ],
  ])('%s is %s', (text, days) => expect(written(openingHours(text) ?? [])).toBe(days))

  it.each([
    ['no hours', ''],
    ['no hours', 'open'],
    ['no hours', 'Mo-Fr'],
    ['never', 'off'],
    ['only on holidays', 'PH 10:00-12:00'],
    ['an open end', '12:00+'],
    ['an open end', 'Mo-Fr 12:00-22:00+'],
    ['the sun', 'sunrise-sunset'],
    ['the sun', 'Mo-Sa 11:00-(sunset-01:00)'],
    ['school holidays', 'Mo-Fr 08:00-18:00; SH off'],
    ['seasons', 'Mo-Su 09:00-17:00; Oct-Feb off'],
    ['seasons', 'May-Sep: 14:00-22:00'],
    ['one week in two', 'week 1-53/2 Mo 10:00-12:00'],
    ['one Monday in four', 'Tu-Su 10:00-12:00; Mo[1] 10:00-12:00'],
    ['a fortnight', 'Tu-Su 10:00-18:00; Aug 12-23 off'],
    ['a year', 'Mo-Su 10:00-18:00; 2031 Jan off'],
    ['a comment', 'Mo-Fr 10:00-18:00 "by appointment"'],
    ['a fallback', 'Mo-Fr 08:00-12:00 || Sa 10:00-12:00'],
    ['an unknown', 'Mo-Fr 10:00-18:00; Sa unknown'],
    ['other languages', 'Di-So 12:00-15:00'],
    ['hours of twelve', 'Mo-Fr 9-5'],
    ['hours of twelve', 'Mo-Fr 9am-5pm'],
    ['hours of twelve', 'Mo-Fr 5:00-9:00'],
    ['a second rule over the first', '11:30-14:30; 18:00-23:00'],
    ['rules run together', 'Tu-We 10:00-18:00 Th 10:00-21:30'],
    ['shortened nights', 'Mo-Su 18:00-01:00; Sa 18:00-02:00; Su off'],
    ['numbers for days', '1-5 08:00-20:00; 0 09:00-18:00'],
    ['an address', 'https://www.example.org/contact'],
    ['a slip of the pen', 'Mo-Th 11:30-22:00; Fr,Sa 11:30-10:30; Su 12:00-21:30'],
    ['too long a text', `Mo-Su 10:00-18:00${'; Dec 25 off'.repeat(50)}`],
  ])('%s is not guessed: %s', (_, text) => expect(openingHours(text)).toBeNull())

  it('keeps the console quiet and gives it back', () => {
    const { log } = console
    openingHours('Mo-Fr 99:00-12:00; Xy')
    expect(console.log).toBe(log)
  })
  it('S30 takes 100 kB without slowing down', async () => {
    const take = () =>
      cpuTime(() => {
        for (const piece of ['Mo-', ' ', '1:', 'off,', '[', 'mon'])
          openingHours(piece.repeat(30_000))
      })
    expect(await least(50, take)).toBeLessThan(50)
  })
})

describe.skipIf(!realData)('opening hours of the real data', () => {
  it('say what the text says, and read the same when written again', { timeout: 120_000 }, () => {
    const texts = new Set(realOsmFeatures().map(({ properties }) => properties['opening_hours']))
    texts.delete(undefined)
    let converted = 0
    for (const text of [...texts].filter((_, index) => index % 10 === 0)) {
      const list = openingHours(text!)
      if (!list) continue
      converted += 1
      expect(openingHours(written(list)), text).toEqual(list)
      const parsed = new Parser(text!, {
        lat: 45,
        lon: -93,
        address: { country_code: 'us', state: 'Minnesota' },
      })
      for (let hour = 0; hour < 7 * 24; hour += 1) {
        const open = list.some((span) => covers(span, hour) || covers(span, hour + 7 * 24))
        const state = parsed.getState(new Date(2025, 5, 2, hour, 1))
        // Nights that the letter of the text cuts at midnight are given their ends back.
        if (open !== state && !(open && hour % 24 < 10)) throw new Error(`${text} at hour ${hour}`)
      }
    }
    expect(converted / texts.size).toBeGreaterThan(0.09)
  })
})

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** Whether a minute past this hour of the week lies in the span. */
function covers(span: OpeningSpan, hour: number) {
  if (span.closed) return false
  const [open, close] = [span.openTime, span.closeTime].map(
    (time) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60,
  ) as [number, number]
  const at = hour + 1 / 60 - days.indexOf(span.day.slice(0, 2)) * 24
  return open <= at && at < (close <= open ? close + 24 : close)
}
