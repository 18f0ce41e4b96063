import { expect, test } from 'vitest'
import { budgets } from './budgets.ts'

test('S10 each budget has a name of its own, so that no two are spent by one call', () => {
  const names = [...new Set(Object.values(budgets.calls).flat())].map(({ name }) => name)
  expect(names).not.toContain('')
  expect(names).toHaveLength(new Set(names).size)
})
