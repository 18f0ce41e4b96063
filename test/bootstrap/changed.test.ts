import { expect, it } from 'vitest'
import { reachedFrom, testsBy, takeWithinSeconds } from '../../bootstrap/changed/pick.mjs'
import { screensShowing } from '../../bootstrap/changed/screens.mjs'
import { graphOf, sourceFiles } from '../../bootstrap/graph.mjs'

const { imports } = graphOf(sourceFiles())
const testsOf = (...files: string[]) => testsBy(reachedFrom(files, imports)).map(([file]) => file)

it('a change in a feature runs its tests first, and not those of features that know nothing of it', () => {
  const found = testsOf('features/follows/server.ts')
  expect(found[0]).toBe('features/follows/server.test.ts')
  expect(found).not.toContain('features/contests/server.test.ts')
  expect(found.length).toBeLessThan(20)
})

it('a rule runs its tests, and functions in SQL those of their folder', () => {
  const found = testsOf('domain/ranking.ts', 'features/follows/follows.sql')
  expect(found).toEqual(
    expect.arrayContaining(['domain/ranking.test.ts', 'features/follows/server.test.ts']),
  )
})

it('a test that is changed is run; what it drives is not', () => {
  expect(testsOf('test/code/no-sleep.test.ts')).toEqual(['test/code/no-sleep.test.ts'])
})

it('a screen is looked at when a part of it changes, by all its names', () => {
  const reached = [
    ...reachedFrom(['features/notifications/notifications.screen.tsx'], imports).keys(),
  ]
  expect(screensShowing(reached).names).toEqual(['notify', 'notifications'])
  const avatar = [...reachedFrom(['platform/web/ui/avatar.tsx'], imports).keys()]
  expect(screensShowing(avatar).names).toEqual(expect.arrayContaining(['dish', 'user', 'parts']))
})

it('what doesn’t fit in the time is told', () => {
  expect(takeWithinSeconds(5, [1, 3, 4, 1], (one) => one)).toEqual({ taken: [1, 3, 1], left: [4] })
})
