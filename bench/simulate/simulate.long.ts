import { expect, it } from 'vitest'
import { names } from './scenarios/scenarios.ts'
import { simulate } from './simulate.ts'

const attacks = ['puppets', 'networks', 'drip', 'ring', 'reports']
const crowds = ['village', 'opening', 'class']

// The thresholds were tuned on seeds 1 to 5, so the test uses others.
it.each([6, 7, 8, 9, 10])(
  'with rule and desk attackers gain a place at most, and the innocent are left alone: seed %i',
  async (seed) => {
    const played = await simulate(seed, names, () => {})
    expect(played.map(({ name }) => name)).toEqual(expect.arrayContaining([...attacks, ...crowds]))
    const beyond = played.flatMap(({ name, desk }) => [
      ...(attacks.includes(name) && (desk.gain > 1 || desk.farthest > 1) ? [{ name, desk }] : []),
      ...(desk.falseAlarms > 0.01 ? [{ name, desk }] : []),
      ...(crowds.includes(name) && desk.groupFalseAlarms > 0 ? [{ name, desk }] : []),
      ...(name === 'table' && desk.groupFalseAlarms > 0.05 ? [{ name, desk }] : []),
    ])
    expect(beyond).toEqual([])
    const framed = played.find(({ name }) => name === 'frame')!
    expect([framed.rule, framed.desk].map(({ groupFalseAlarms }) => groupFalseAlarms)).toEqual([
      0, 0,
    ])
    expect(framed.none.gain).toBeGreaterThan(1)
    // Without the rule each attack must move its dish, otherwise the test would prove nothing.
    for (const { name, none } of played)
      if (attacks.includes(name)) expect(none.gain, name).toBeGreaterThan(1)
  },
)
