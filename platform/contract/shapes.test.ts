import { describe, expect, it } from 'vitest'
import { searchText, timeZone } from './shapes.ts'

describe('what is looked for', () => {
  it.each([
    ['\u200eramen', 'ramen'],
    ['\u202a12 Main Street\u202c ', '12 Main Street'],
    ['\u202ea \u2067b\u2069', 'a b'],
    // Persian and some emoji need joiners.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👩\u200d🍳', '👩\u200d🍳'],
  ])('%j is asked as %j', (typed, asked) => {
    expect(searchText(100).parse(typed)).toBe(asked)
  })
  it('is refused where nothing or something else that can’t be shown is left', () => {
    for (const typed of ['\u200e', 'a\u0007b'])
      expect(searchText(100).safeParse(typed).success).toBe(false)
    expect(searchText(100, 0).parse('\u200e')).toBe('')
  })
})

describe('a time zone', () => {
  it.each([
    ['America/Chicago', 'America/Chicago'],
    ['UTC', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    // PostgreSQL doesn't know these two.
    ['AET', 'Australia/Sydney'],
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('%s is %s', (name, main) => {
    expect(timeZone.parse(name)).toBe(main)
  })
  it.each([
    'SystemV/PST8',
    'Mars/Base',
    '+05:30',
    'Factory',
    'posixrules',
    '',
    'Etc/GMT+99',
    'Etc/GMT-15',
    'Etc/GMT-00',
  ])('%j is none', (name) => {
    expect(timeZone.safeParse(name).success).toBe(false)
  })
})
