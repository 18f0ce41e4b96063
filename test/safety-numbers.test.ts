import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../bootstrap/files.mjs'
import { awaited, numbers } from './safety-numbers.data.ts'
import { titlesIn, titlesOf } from './code/titles.ts'

const files = projectFiles().filter((file) => /\.(test|long|spec)\.tsx?$/.test(file))
const titles = files.flatMap((file) => titlesOf(file) ?? [])
const named = new Set(titles.flatMap((title) => title.match(/\b[SF]\d{1,2}\b/g) ?? []))
const page = readFileSync('docs/safety.md', 'utf8').split('\n')

describe('what must hold for safety', () => {
  it('is S1 to S38 and F1 to F17', () => {
    expect(numbers).toHaveLength(38 + 17)
    expect(titles.length).toBeGreaterThan(300)
  })

  it.each(numbers)('%s is in the title of a test', (number) => {
    if (!awaited.includes(number)) expect([...named]).toContain(number)
  })

  it('titles name no number that there isn’t, and nothing is awaited that has come', () => {
    expect([...named].filter((number) => !numbers.includes(number))).toEqual([])
    expect(awaited.filter((number) => named.has(number))).toEqual([])
  })

  it.each(numbers)(
    '%s has a row in docs/safety.md, and the tests that it names carry the number',
    (number) => {
      const row = page.find((line) => line.startsWith(`| ${number} | `))
      const tests = [...(row?.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(
        ([, file]) => file!,
      )
      expect(tests.length).toBeGreaterThan(0)
      const carries = new RegExp(`\\b${number}\\b`)
      expect(tests.filter((file) => !titlesOf(file)?.some((title) => carries.test(title)))).toEqual(
        [],
      )
    },
  )
})

describe('titles of tests', () => {
  it('are read whole, whatever stands before them', () => {
    const source = `
      it('one', () => {}); test("two's", {}, x); describe.each([['it(1', 2]])('S1 %s', () => {
        it.each(rows.map(({ a }) => [a, ')']))(\`as \${a}\`, fn)
        test(
          'it\\'s three', async () => { exit('no'); object.it('no') })
      })`
    expect(titlesIn(source)).toEqual(['one', "two's", 'S1 %s', 'as ${a}', "it's three"])
  })
})
