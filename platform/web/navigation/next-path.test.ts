import { expect, test } from 'vitest'
import { loginPathReturningTo, nextPath } from './next-path.ts'

test('the start page leads back to the page, query and all', () => {
  const start = loginPathReturningTo({ pathname: '/add-yolo', search: '?step=yolo' })
  expect(start).toBe('/start?next=%2Fadd-yolo%3Fstep%3Dyolo')
  expect(nextPath(start.split('?')[1]!)).toBe('/add-yolo?step=yolo')
  expect(nextPath('')).toBe('/home')
})

test.each([
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'evil.example',
])('S21 never leads to another site: %j', (next) => {
  const back = nextPath(new URLSearchParams({ next }))
  expect(new URL(back, 'http://yolo.test').origin).toBe('http://yolo.test')
  expect(back.startsWith('//')).toBe(false)
})
