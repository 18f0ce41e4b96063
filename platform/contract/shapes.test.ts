import { describe, expect, it } from 'vitest'
import { multiLineText, oneLineText, timeZone } from './shapes.ts'

describe('invisible characters that were copied along', () => {
  it.each([
    ['\u200eramen', 'ramen'],
    ['\u202a12 Main Street\u202c ', '12 Main Street'],
    ['\u202ea \u2067b\u2069', 'a b'],
    ['\ufeffJuicy\u200bLucy\u2060', 'JuicyLucy'],
    ['Shawarma\u200d \u200cplate', 'Shawarma plate'],
    // Persian and some emoji need joiners.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['\u200f👩🏽\u200d🍳 ❤️\u200d🔥\u200e', '👩🏽\u200d🍳 ❤️\u200d🔥'],
  ])('%j is read as %j', (typed, read) => {
    for (const shape of [oneLineText(100), multiLineText(100)])
      expect(shape.parse(typed)).toBe(read)
  })
  it('are all there was: refused, as is what can’t be shown', () => {
    for (const typed of ['\u200e', 'a\u0007b'])
      expect(oneLineText(100).safeParse(typed).success).toBe(false)
    expect(oneLineText(100, 0).parse('\u200e')).toBe('')
  })
})

describe('a time zone', () => {
  it.each([
    ['America/Chicago', 'America/Chicago'],
    ['UTC', 'UTC'],
    ['Etc/Unknown', 'UTC'],
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
