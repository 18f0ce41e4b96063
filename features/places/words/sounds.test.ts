import { expect, test } from 'vitest'
import { maxComparedWords } from './asked-words.ts'
import { soundsForComparison } from './sounds.server.ts'

test.each([
  ['an Arabic sign for a sentence', '\ufdfa'],
  ['one that is a symbol', '\ufdfd'],
  ['an emoji, whose name has 8 words', '\u{1fae2}'],
  ['words of one letter', 'а '],
])('S30 a stored name full of %s is compared by few words', (_, sign) => {
  const { name } = soundsForComparison(['quokka'], `quokka я ${sign.repeat(145)}`)!
  expect(name.split(' ').length).toBeLessThanOrEqual(maxComparedWords)
})
