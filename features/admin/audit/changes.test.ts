import { expect, test } from 'vitest'
import { diffAuditValues, changesText } from './changes.ts'

test('what changed is told field by field, what did not is left out', () => {
  const before = { text: 'Old', tags: [1, 2], area: { name: 'Here', miles: 5 }, gone: true }
  const after = { text: 'New', tags: [1, 3], area: { name: 'Here', miles: 7 }, came: null, is: 0 }
  expect(diffAuditValues(before, after)).toEqual([
    { what: 'text', before: 'Old', after: 'New' },
    { what: 'tags', before: '1, 2', after: '1, 3' },
    { what: 'area.miles', before: '5', after: '7' },
    { what: 'gone', before: 'true', after: null },
    { what: 'is', before: null, after: '0' },
  ])
  expect(changesText({ a: 1 }, { a: 2, b: 'x' })).toBe('a: 1 → 2; b: nothing → x')
})

test('a row that says nothing of before or after, or no more than one word, is told as well', () => {
  expect(diffAuditValues(null, null)).toEqual([])
  expect(diffAuditValues(null, {})).toEqual([])
  expect(diffAuditValues(undefined, 'done')).toEqual([{ what: '', before: null, after: 'done' }])
  expect(changesText(null, { yolos: [{ id: 1 }] })).toBe('yolos: nothing → {"id":1}')
})
