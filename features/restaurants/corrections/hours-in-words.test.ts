import { expect, test } from 'vitest'
import { parseOpeningHours } from '#features/places/import/opening-hours.server.ts'
import { cpuTime } from '#platform/testing/cpu-time.ts'
import { leastOfThree } from '#platform/testing/least.ts'
import { hoursProblem, hoursSummary, readHoursInWords, toOsmHours } from './hours-in-words.ts'

const weekdays = 'Mon–Fri 11:00 AM – 10:00 PM; Sat–Sun closed'
const often = 'Mon closed; Tue–Sun 11:00 AM – 10:00 PM'

test.each([
  ['Mon-Fri 11am-10pm', weekdays],
  ['M-F 11-10', weekdays],
  ['\u202aMon-Fri \u200e11am-10pm\u202c', weekdays],
  ['Monday to Friday 11 to 10', weekdays],
  ['Weekdays from 11 a.m. until 10 p.m.', weekdays],
  ['Mon, Tue, Wed, Thu, Fri 11:00–22:00; Sat, Sun closed', weekdays],
  ['Mo-Fr 11:00-22:00', weekdays],
  ['11:00-22:00', 'Every day 11:00 AM – 10:00 PM'],
  ['11-22', 'Every day 11:00 AM – 10:00 PM'],
  ['Mo-Su 11:00 AM - 9:00 PM', 'Every day 11:00 AM – 9:00 PM'],
  ['daily 9-5pm', 'Every day 9:00 AM – 5:00 PM'],
  ['Every day 5-9pm', 'Every day 5:00 PM – 9:00 PM'],
  ['daily 11am-2pm, 5pm-midnight', 'Every day 11:00 AM – 2:00 PM, 5:00 PM – 12:00 AM'],
  ['5pm-midnight, 11am-2pm', 'Every day 11:00 AM – 2:00 PM, 5:00 PM – 12:00 AM'],
  ['open 24 hours', 'Every day open 24 hours'],
  ['24/7', 'Every day open 24 hours'],
  ['Sat & Sun 10:00–14:30', 'Mon–Fri closed; Sat–Sun 10:00 AM – 2:30 PM'],
  ['Fri-Mon: 6-2am', 'Mon 6:00 PM – 2:00 AM; Tue–Thu closed; Fri–Sun 6:00 PM – 2:00 AM'],
  ['Tue-Sun 11am-10pm, closed Mondays', often],
  ['Closed on Monday. \n Tuesdays - Sundays 11-10pm', often],
  ['Closed Monday\nTuesdays - Sundays 11-10pm', often],
  ['daily 11am-10pm; closed mon', often],
  ['Sun & Mon closed. Tue–Sat 5 to 10 pm', 'Mon closed; Tue–Sat 5:00 PM – 10:00 PM; Sun closed'],
  [
    'Daily 11am-10pm, Fri 11am-midnight',
    'Mon–Thu 11:00 AM – 10:00 PM; Fri 11:00 AM – 12:00 AM; Sat–Sun 11:00 AM – 10:00 PM',
  ],
  ['every day except Monday 11am-10pm', often],
  ['Daily 11am-10pm except mondays', often],
  ['daily 11am-10pm but closed Monday', often],
  ['closed Mondays, otherwise 11-10', often],
  ['Tue/Wed/Thu/Fri/Sat/Sun 11-10', often],
  [
    'Mon 5-9pm, every day except Monday 11-10pm',
    'Mon 5:00 PM – 9:00 PM; Tue–Sun 11:00 AM – 10:00 PM',
  ],
  [
    'daily 11-10, except Fri/Sat 11am-midnight',
    'Mon–Thu 11:00 AM – 10:00 PM; Fri–Sat 11:00 AM – 12:00 AM; Sun 11:00 AM – 10:00 PM',
  ],
  [
    'Weekdays 8am-10pm, at weekends 9am-11pm',
    'Mon–Fri 8:00 AM – 10:00 PM; Sat–Sun 9:00 AM – 11:00 PM',
  ],
  // The days behind the times.
  ['11-22 Mon-Fri', weekdays],
  ['11am-10pm, Monday to Friday', weekdays],
  ['11am-10pm Mon-Fri, closed weekends', weekdays],
  ['11am-10pm daily', 'Every day 11:00 AM – 10:00 PM'],
  ['11am-10pm every day except Monday', often],
  ['11am-10pm, Monday closed', often],
  ['11am-10pm Mon-Fri, otherwise closed', weekdays],
  [
    '11am-2pm, 5-9pm Mon-Fri; 10am-4pm weekends',
    'Mon–Fri 11:00 AM – 2:00 PM, 5:00 PM – 9:00 PM; Sat–Sun 10:00 AM – 4:00 PM',
  ],
  [
    '9am-5pm Mon-Thu, 9am-9pm Fri\n10am-4pm Sat',
    'Mon–Thu 9:00 AM – 5:00 PM; Fri 9:00 AM – 9:00 PM; Sat 10:00 AM – 4:00 PM; Sun closed',
  ],
  ['11am-10am', 'Every day 11:00 AM – 10:00 AM'],
  ['06:00-23:00', 'Every day 6:00 AM – 11:00 PM'],
  ['11:00-02:00', 'Every day 11:00 AM – 2:00 AM'],
  // As the page's table is copied.
  [
    'Opening hours\nMonday\t11:00 AM – 2:00 PM\n5:00 PM – 10:00 PM\nTuesday\tClosed\nWednesday\nOpen 24 hours\n',
    'Mon 11:00 AM – 2:00 PM, 5:00 PM – 10:00 PM; Tue closed; Wed open 24 hours; Thu–Sun closed',
  ],
])('%j is read as %s', (text, words) => {
  const hours = readHoursInWords(text)!
  expect(hoursSummary(hours)).toBe(words)
  // What is sent is read as the same hours.
  expect(parseOpeningHours(toOsmHours(hours))).toEqual(hours)
  expect(readHoursInWords(hoursSummary(hours))).toEqual(hours)
})

test.each([
  ['no times', 'Mon-Fri'],
  ['no days', 'closed'],
  ['all of it closed', 'closed daily'],
  ['one time', 'from 11am'],
  ['words that aren’t known', 'when we like'],
  ['holidays, which OpenStreetMap’s syntax has', 'Mo-Fr 09:00-17:00; PH off'],
  ['morning or evening', 'daily 5-9'],
  ['the end in the afternoon or at night', '11am-2'],
  ['23 hours or 11', '11:00-10:00'],
  ['23 hours or 11', 'Mon-Fri 10:00-09:00'],
  ['all day or half of it', '11:00-11:00'],
  ['all day or half of it', 'Mon-Fri 12:00-12:00'],
  ['morning or evening', '5:00-10:00'],
  ['nothing left of a day', 'Monday except Monday 9am-5pm'],
  ['one day open, or one closed', 'Fri 11am-10pm, only closed Mondays'],
  ['a day told twice', 'Mon-Fri 11am-2pm, Tue 5pm-9pm'],
  ['times of the days before or behind', 'Mon-Fri 11am-2pm, 5pm-9pm Sat'],
  ['times of the days before or behind', '11am-2pm Mon, Tue 5pm-9pm'],
  ['times of the days before or behind', '11am-2pm Mon 5pm-9pm'],
  ['closed for one day or two', '11am-2pm Mon, Tue closed'],
  ['closed for one day or two', 'closed Mon, Tue 11-10pm'],
  ['an hour that isn’t', '13pm-15pm'],
  ['an hour that isn’t', '11-25'],
  ['a night that ends at noon', '17:00-12:00'],
  ['digits run together', '1100-2200'],
  ['one time for two', 'Mon 11am-10pm-11pm'],
  ['too many spans', `Mon ${'11am-12pm, '.repeat(8)}11am-12pm`],
  ['too long a text', `${' '.repeat(500)}daily 9-5pm`],
])('%s isn’t guessed: %s', (_, text) => expect(readHoursInWords(text)).toBeNull())

test.each([
  ['closed mondays', 'Mon closed; Tue–Fri 11:00 AM – 10:00 PM; Sat 9:00 AM – 11:00 PM; Sun closed'],
  ['Sunday 8am-8pm', 'Mon–Fri 11:00 AM – 10:00 PM; Sat 9:00 AM – 11:00 PM; Sun 8:00 AM – 8:00 PM'],
  ['Mon-Fri 9-5', 'Mon–Fri 9:00 AM – 5:00 PM; Sat 9:00 AM – 11:00 PM; Sun closed'],
  ['only Fri-Sun 10-4', 'Mon–Thu closed; Fri–Sun 10:00 AM – 4:00 PM'],
  ['just weekends 10-4', 'Mon–Fri closed; Sat–Sun 10:00 AM – 4:00 PM'],
  ['Fri-Sun 10-4, closed otherwise', 'Mon–Thu closed; Fri–Sun 10:00 AM – 4:00 PM'],
  ['Fri-Sun 10-4, otherwise closed', 'Mon–Thu closed; Fri–Sun 10:00 AM – 4:00 PM'],
  ['Fri-Sun 10-4. Closed the rest of the week', 'Mon–Thu closed; Fri–Sun 10:00 AM – 4:00 PM'],
])('days that %j doesn’t name stay as they are, or are closed if it says so', (text, words) => {
  const current = readHoursInWords('Mon-Fri 11am-10pm, Sat 9am-11pm')
  expect(hoursSummary(readHoursInWords(text, current)!)).toBe(words)
})

test('closed days alone are hours only beside those that stand', () => {
  const current = readHoursInWords('Mon-Sat 11am-10pm')
  expect(readHoursInWords('closed mondays')).toBeNull()
  expect(readHoursInWords('', current)).toBeNull()
  expect(readHoursInWords(' \n', current)).toBeNull()
  expect(readHoursInWords('Sat, Mon to Fri closed', current)).toBeNull()
})

test.each([
  ['daily 5-9', 'This isn’t clear.'],
  ['Mo-Fr 09:00-17:00; PH off', 'We can’t read “PH”.'],
  ['Mon 13pm', 'We can’t read “13pm”.'],
  [`${' '.repeat(500)}daily 9-5pm`, 'We can’t read “'],
])('says what can’t be read of %j', (text, words) => expect(hoursProblem(text)).toContain(words))

test('S30 the longest texts are read without slowing down', async () => {
  const pieces = [
    'mon',
    'mon ',
    'mon-',
    '1',
    '1-',
    '11am ',
    '24 ',
    ' ',
    'a.',
    'closed ',
    '\n',
    ';:',
  ]
  const take = () =>
    cpuTime(() => {
      for (const piece of pieces) readHoursInWords(piece.repeat(500).slice(0, 500))
      for (const piece of pieces) readHoursInWords(piece.repeat(30_000))
    })
  expect(await leastOfThree(20, take)).toBeLessThan(20)
})
