import { expect, it } from 'vitest'
import { names } from './scenarios/scenarios.ts'
import { simulate } from './simulate.ts'

const attacks = ['puppets', 'networks', 'drip', 'ring', 'reports']
const crowds = ['village', 'opening', 'class']

it('with rule and desk attackers gain a place at most, and the innocent are left alone', async () => {
  const played = await simulate(6, names, () => {})
  const beyond = played.flatMap(({ name, desk }) => [
    ...(attacks.includes(name) && (desk.gain > 1 || desk.farthest > 1) ? [{ name, desk }] : []),
    ...(desk.falseAlarms > 0.01 ? [{ name, desk }] : []),
    ...(crowds.includes(name) && desk.groupFalseAlarms > 0 ? [{ name, desk }] : []),
    ...(name === 'table' && desk.groupFalseAlarms > 0.05 ? [{ name, desk }] : []),
  ])
  expect(beyond).toEqual([])
})
