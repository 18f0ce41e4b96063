import { expect, test } from 'vitest'
import { budgets } from './budgets.ts'

test('S10 each budget has a name of its own, so that no two are spent by one call', () => {
  const names = [...new Set(Object.values(budgets.calls).flat())].map(({ name }) => name)
  expect(names).not.toContain('')
  expect(names).toHaveLength(new Set(names).size)
})

// What one budget refuses spends none after it.
test('S10 a member’s own budget is spent before one that is only for the same calls of their whole address', () => {
  for (const [kind, list] of Object.entries(budgets.calls)) {
    const own = list.filter(({ name }) => name !== 'read' && name !== 'write')
    const order = own.map(({ by }) => by)
    expect([kind, order]).toEqual([kind, order.toSorted((a, b) => (a < b ? 1 : -1))])
  }
})
