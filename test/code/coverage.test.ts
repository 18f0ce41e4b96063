import { existsSync, readFileSync } from 'node:fs'
import type { RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { calls } from '#app/contract.ts'
import { routes } from '#app/routes.ts'
import { screensOf } from '../../e2e/looks/screens.ts'

const page = readFileSync('docs/coverage.md', 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', what = '', file = '', shown = ''] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim())
    return { id, what, file, shown }
  })

const paths = (list: RouteObject[]): string[] =>
  list.flatMap(({ path, children = [] }) => [
    ...(path?.startsWith('/') ? [path] : []),
    ...paths(children),
  ])
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

describe('docs/coverage.md', () => {
  it('has a row for each point, once', () => {
    expect(rows.length).toBeGreaterThan(250)
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const { id, file, shown } of rows) {
      expect(file, id).toMatch(/^(`[^`]+`|not yet)$/)
      expect(shown, id).toMatch(/^(`[^`]+\.(test|spec|long)\.ts`|not yet)$/)
      // A test can't cover something that doesn't exist yet.
      if (file === 'not yet') expect(shown, id).toBe('not yet')
    }
  })

  it('names files and tests that are there', () => {
    const named = rows.flatMap(({ file, shown }) => [...quoted(file), ...quoted(shown)])
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('has a row for every call of the wire', () => {
    const named = new Set(rows.flatMap(({ what }) => quoted(what)))
    expect(calls.map(({ route }) => route).filter((route) => !named.has(route))).toEqual([])
  })

  it('has a row for every route', () => {
    const named = new Set(rows.flatMap(({ what }) => quoted(what)))
    const missing = paths(routes)
      .map((path) => path.replace('/:citySlug?', ''))
      .filter((path) => !named.has(path))
    expect(missing).toEqual([])
  })
})

// The contact sheet, axe and the width checks look at the screens in e2e/looks/screens.ts.
it('every route is among the screens that are looked at', () => {
  const shown = screensOf({ restaurant: 1, dish: 1, member: 1 }).map(
    ({ path }) => path.split('?')[0]!,
  )
  const unseen = paths(routes).filter((path) => {
    const pattern = new RegExp(
      `^${path.replace('/:citySlug?', '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`,
    )
    return !shown.some((one) => pattern.test(one))
  })
  // These two redirect at once.
  expect(unseen).toEqual(['/', '/logout'])
})
