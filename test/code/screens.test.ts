import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from '#app/routes.ts'
import { screensOf } from '../../e2e/looks/screens.ts'

/** They lead to another page. */
const redirects = ['/', '/logout']

const paths = (list = routes): string[] =>
  list.flatMap(({ path, children }) => [...(path ? [path] : []), ...paths(children ?? [])])

test('every screen is among those that the browser opens and that are looked at', () => {
  const screens = screensOf({ restaurant: 1, dish: 1, member: 1 }).map(
    ({ path }) => path.split('?')[0]!,
  )
  const missing = paths().filter(
    (pattern) => !redirects.includes(pattern) && !screens.some((path) => matchPath(pattern, path)),
  )
  expect(missing).toEqual([])
})
