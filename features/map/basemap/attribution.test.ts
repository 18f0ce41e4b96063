import { expect, it } from 'vitest'
import { attributionOf } from './attribution.ts'

it('an attribution is words and web addresses, whatever HTML it was', () => {
  expect(attributionOf('&copy; <a href="https://a.example/x">A &amp; B</a> 2026')).toEqual([
    { text: 'A & B', href: 'https://a.example/x' },
    { text: '© 2026', href: null },
  ])
  expect(attributionOf('<a href="javascript:alert(1)">A</a>')).toEqual([{ text: 'A', href: null }])
  expect(attributionOf('<img src=x onerror=alert(1)>')).toEqual([])
  expect(attributionOf('')).toEqual([])
})
