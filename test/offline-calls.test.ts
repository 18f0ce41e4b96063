import { expect, test } from 'vitest'
import { calls } from '#app/contract.ts'
import { cacheKindOfCall, visitKindOfPage } from '#features/offline/kept-requests.ts'
import { screensOf } from '../e2e/looks/screens.ts'

const filled = (route: string) =>
  `/api${route.slice('GET '.length)}`.replace(/:(id|z|x|y|userId)\b/g, '7').replace(/:\w+/g, 'x')

const kept = calls.filter(({ route }) => route.startsWith('GET ') && cacheKindOfCall(filled(route)))

test('a device keeps the answers of a few calls, none of which is an admin’s or hands out a file', () => {
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter(({ access }) => access !== 'anyone' && access !== 'member')).toEqual([])
  expect(kept.filter(({ unsafeGet }) => unsafeGet)).toEqual([])
  const others =
    /admin|export|docs|openapi|original|abuse|login|sessions|stream|account|contests\/:id/
  expect(kept.map(({ route }) => route).filter((route) => others.test(route))).toEqual([])
  expect(cacheKindOfCall('/api/admin/queue')).toBeNull()
  expect(cacheKindOfCall('/api/items/7/editable-yolos')).toBeNull()
})

test('of pages it keeps lists, dishes, restaurants and one’s own page', () => {
  const paths = screensOf({ restaurant: 1, dish: 2, member: 3 })
    .map(({ path }) => path.split('?')[0]!)
    .filter((path) => visitKindOfPage(path))
  expect(paths.filter((path) => /^\/(restaurant|dish)\//.test(path)).length).toBeGreaterThan(1)
  expect(paths).toContain('/my-page')
  expect(
    paths.filter((path) => /^\/(admin|user|settings|account|contests|search)/.test(path)),
  ).toEqual([])
  expect(visitKindOfPage('/burgers/minneapolis-mn-us')).toBe('list')
  expect(visitKindOfPage('/burgers/a/b')).toBeNull()
  expect(visitKindOfPage('/dish/7/edit')).toBeNull()
})
