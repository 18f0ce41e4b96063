import { expect, it } from 'vitest'
import { stateOf } from './texts.ts'

const open = { byRule: true, closed: false, decision: null, count: 12, held: 12, heldElsewhere: 0 }

it.each([
  ['Held by the rule', {}],
  ['Waits for a decision', { held: 0 }],
  ['Waits for a decision', { byRule: false }],
  ['Held by the rule', { heldElsewhere: 11 }],
  ['All are held with other clusters', { heldElsewhere: 12 }],
  ['Waits for a decision', { count: 0, held: 0 }],
  ['Decided', { closed: true, decision: 'remove' as const }],
  // It was closed without a decision.
  ['No longer found', { closed: true }],
])('the page of a cluster says %s: %o', (text, cluster) => {
  expect(stateOf({ ...open, ...cluster })).toBe(text)
})
