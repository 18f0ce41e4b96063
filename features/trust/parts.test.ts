import { describe, expect, test } from 'vitest'
import type { FoundCluster } from './clusters.server.ts'
import { splitCluster } from './parts.ts'

const found = (members: number[], verdict: FoundCluster['verdict']): FoundCluster => ({
  key: 'votes-1',
  kind: 'votes',
  isSlow: false,
  usualOnes: [],
  restaurantId: 1,
  members,
  beside: [],
  score: 0,
  networks: 1,
  firstAct: new Date(0),
  lastAct: new Date(0),
  reasons: [],
  verdict,
})
const told = (parts: FoundCluster[]) =>
  parts.map(({ verdict, members, beside }) => ({ verdict, members, beside }))
const ids = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at)

describe('a cluster with members who were there before', () => {
  const whole = found([...ids(12), 98, 99], 'rule')
  const apart = new Set([98, 99])
  const others = found([98, 99], 'none')

  test('is held without them, who are shown beside it', () => {
    const fresh = found(ids(12), 'rule')
    expect(told(splitCluster({ whole, fresh, others, apart }))).toEqual([
      { verdict: 'rule', members: ids(12), beside: [98, 99] },
    ])
  })

  test('waits for an admin without them, if its newcomers alone aren’t for the rule', () => {
    const fresh = found(ids(12), 'desk')
    expect(told(splitCluster({ whole, fresh, others, apart }))).toEqual([
      { verdict: 'desk', members: ids(12), beside: [98, 99] },
    ])
  })

  test('waits as a whole, if its newcomers alone look like nothing', () => {
    expect(told(splitCluster({ whole, fresh: found(ids(12), 'none'), others, apart }))).toEqual([
      { verdict: 'desk', members: whole.members, beside: [] },
    ])
  })

  test('is two where these are many: one held, one for an admin', () => {
    const [fresh, many] = [found(ids(12), 'rule'), found(ids(10, 50), 'rule')]
    const both = { whole, fresh, others: many, apart: new Set(many.members) }
    expect(told(splitCluster(both))).toEqual([
      { verdict: 'rule', members: ids(12), beside: [] },
      { verdict: 'desk', members: ids(10, 50), beside: [] },
    ])
  })
})
