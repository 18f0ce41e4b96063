import { describe, expect, it } from 'vitest'
import { description, dishName, optionalDishName, placeId, restaurantName } from './shapes.ts'

const hidden = 'Has characters that can’t be shown.'
const problem = (shape: typeof dishName | typeof placeId, value: string) =>
  shape.safeParse(value).error?.issues[0]?.message

describe('a place id', () => {
  it.each(['geonames:5037649', 'osm:node/1', '12', 'x'.repeat(300)])('%s is one', (value) => {
    expect(placeId.parse(value)).toBe(value)
  })
  it.each(['', 'x'.repeat(301), 'osm:\n1', '\u0085'])('%j is none', (value) => {
    expect(problem(placeId, value)).toBe('This can’t be a place id.')
  })
})

describe('a name', () => {
  it.each([dishName, restaurantName])('is one line in NFC, its spaces folded', (shape) => {
    expect(shape.parse('  Cafe\u0301\t\n Noir ')).toBe('Café Noir')
  })
  it.each(['a\u0007b', 'a\u0085b'])('has no %j', (value) => {
    expect(problem(dishName, value)).toBe(hidden)
    expect(problem(restaurantName, value)).toBe(hidden)
  })
  it('S29 has no six marks on a letter', () => {
    for (const shape of [dishName, description])
      for (const marks of ['\u0301'.repeat(7), `${'\u0301\u0315'.repeat(2)}\u2060`.repeat(3)])
        expect(problem(shape, `a${marks}`)).toBe(hidden)
  })
  it.each(['Phở bò', 'ข้าวผัดน้ำพริก', 'שָׁלוֹם', 'བསྒྲུབས', 'क्षत्रियाणां', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 👨‍👩‍👧'])(
    'may be %s',
    (value) => {
      expect(dishName.parse(value)).toBe(value.normalize('NFC'))
    },
  )
  it('of a dish has at most 300 code points', () => {
    expect(dishName.parse('🍜'.repeat(300))).toBe('🍜'.repeat(300))
    for (const count of [301, 1201])
      expect(problem(dishName, 'x'.repeat(count))).toBe('At most 300 characters.')
    for (const blank of [' \n ', '\u3164', '\u2800 \u200b', '\ufe0f'])
      expect(problem(dishName, blank)).toBe('Please fill this in.')
    expect(optionalDishName.parse(' \n ')).toBe('')
  })
  it('of a restaurant has 1 to 200 code points', () => {
    expect(restaurantName.parse('🍜'.repeat(200))).toBe('🍜'.repeat(200))
    for (const count of [201, 801])
      expect(problem(restaurantName, 'x'.repeat(count))).toBe('At most 200 characters.')
    expect(problem(restaurantName, '   ')).toBe('Please fill this in.')
  })
})

describe('a description', () => {
  it('keeps its lines, each ended by \\n', () => {
    expect(description.parse(' One\r\ntwo\rthree\tfour\n')).toBe('One\ntwo\nthree four')
  })
  it('has at most 300 code points and none that can’t be shown', () => {
    expect(description.parse('👨‍👩‍👧')).toBe('👨‍👩‍👧')
    expect(problem(description, 'x'.repeat(301))).toBe('At most 300 characters.')
    expect(problem(description, 'a\u0007b')).toBe(hidden)
  })
})
