import { expect, it } from 'vitest'
import { parseAttribution } from './attribution.ts'

it('an attribution is words and web addresses, whatever HTML it was', () => {
  expect(parseAttribution('&copy; <a href="https://a.example/x">A &amp; B</a> 2026')).toEqual([
    { text: 'A & B', href: 'https://a.example/x' },
    { text: '© 2026', href: null },
  ])
  expect(parseAttribution('<a href="javascript:alert(1)">A</a>')).toEqual([
    { text: 'A', href: null },
  ])
  expect(parseAttribution('<img src=x onerror=alert(1)>')).toEqual([])
  expect(parseAttribution('')).toEqual([])
})
