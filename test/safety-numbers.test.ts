import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { awaited, numbers } from './safety-numbers.data.ts'
import { titlesOf } from './titles.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(test|long|spec)\.tsx?$/.test(file))
const titles = files.flatMap((file) => titlesOf(file) ?? [])
const named = new Set(titles.flatMap((title) => title.match(/\b[SF]\d{1,2}\b/g) ?? []))

describe('what must hold for safety', () => {
  it('is S1 to S38 and F1 to F16', () => {
    expect(numbers).toHaveLength(38 + 16)
    expect(titles.length).toBeGreaterThan(300)
  })

  it.each(numbers)('%s is in the title of a test', (number) => {
    if (!awaited.includes(number)) expect([...named]).toContain(number)
  })

  it('titles name no number that there isn’t, and nothing is awaited that has come', () => {
    expect([...named].filter((number) => !numbers.includes(number))).toEqual([])
    expect(awaited.filter((number) => named.has(number))).toEqual([])
  })
})
