import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '../../bootstrap/project.mjs'
import { countWithNoun, numberText, pluralize } from './plural.ts'

test('one dish, 1 mile, 1 notice: the word fits its number', () => {
  expect([0, 1, 2, 1204].map((count) => countWithNoun(count, 'dish', 'dishes'))).toEqual([
    '0 dishes',
    '1 dish',
    '2 dishes',
    '1,204 dishes',
  ])
  expect(countWithNoun(1, 'mile')).toBe('1 mile')
  expect(pluralize(2, 'notice')).toBe('notices')
})

test('thousands are separated as Intl does', () => {
  for (const count of [0.3, 999, 1000, -1204, 99_999, 1_234_567, 1e9])
    expect(numberText(count)).toBe(count.toLocaleString('en'))
})

test('no screen chooses between singular and plural by itself', () => {
  const files = projectFiles().filter(
    (file) =>
      /^(features|platform|app)\/.*\.tsx?$/.test(file) &&
      !/\.test\.ts$|text\/plural\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const own = /=== 1 \? ?['"`][\w ]+['"`] : ['"`][\w ]+['"`]/
  const questions = /Is it this one\?/
  expect(
    files.filter((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .some((line) => own.test(line) && !questions.test(line)),
    ),
  ).toEqual([])
})
