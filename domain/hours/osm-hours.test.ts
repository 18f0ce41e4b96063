import { describe, expect, it } from 'vitest'
import { parseOpeningHours } from './osm-hours.server.ts'
import { otherHours, written } from './osm-hours.testing.ts'
import { leastOfThree } from '#platform/testing/least.ts'
import { cpuTime } from '#platform/testing/cpu-time.ts'

const every = (time: string) =>
  ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((day) => `${day} ${time}`).join('; ')

describe('opening hours', () => {
  it('lists the days from Monday, spans in their order', () => {
    expect(parseOpeningHours('Tu-Su 11:30-14:30,17:00-23:00')?.slice(0, 3)).toEqual([
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
    [
      'Fr 18:00-24:00; Sa 00:00-24:00; Su 00:00-02:00',
      'Mo off; Tu off; We off; Th off; Fr 18:00-24:00; Sa 00:00-24:00; Su 00:00-02:00',
    ],
    // A later rule replaces the whole next day, so strictly read Thursday would end at midnight.
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
  ])('%s is %s', (text, days) => expect(written(parseOpeningHours(text) ?? [])).toBe(days))

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
  ])('%s is not guessed: %s', (_, text) => expect(parseOpeningHours(text)).toBeNull())

  it.each([
    'Mo-Fr 11:00-22:00',
    'Tu-Su 11:30-14:30,17:00-23:00',
    'Mo-Su 18:00-02:00',
    'Mo-Th 12:00-24:00; Fr,Sa 12:00-03:00; Su off',
    'Mo-Sa 09:00-18:00; We off',
    'Mo 09:00-00:30; Tu off; We off; Th 09:00-00:30',
  ])('%s says what the text says, and reads the same when written again', (text) => {
    const list = parseOpeningHours(text)!
    expect(parseOpeningHours(written(list))).toEqual(list)
    expect(otherHours(text, list)).toEqual([])
  })

  it('S30 takes 100 kB without slowing down', async () => {
    const take = () =>
      cpuTime(() => {
        for (const piece of ['Mo-', ' ', '1:', 'off,', '[', 'mon'])
          parseOpeningHours(piece.repeat(30_000))
      })
    expect(await leastOfThree(50, take)).toBeLessThan(50)
  })
})
