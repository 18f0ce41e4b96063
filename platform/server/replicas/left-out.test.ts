import { expect, it } from 'vitest'
import { positionHistory } from './history.ts'
import { replicaExclusionReason, maxReplicaDelay } from './left-out.ts'
import type { ServerStatus } from './server-status.ts'

const main: ServerStatus = {
  inRecovery: false,
  position: 100,
  timeline: '01',
  started: '1',
  cluster: 'a',
}
const replica: ServerStatus = { ...main, inRecovery: true, timeline: null, started: '2' }
const primary = { status: main, answers: true }

it.each([
  ['a replica', replica, { primary, behind: maxReplicaDelay - 1 }, null],
  ['one that is behind', replica, { primary, behind: maxReplicaDelay }, 'behind'],
  ['one of another cluster', { ...replica, cluster: 'b' }, { primary, behind: 0 }, 'foreign'],
  ['the primary itself', main, { primary, behind: 0 }, 'primary'],
  ['one promoted beside it', { ...main, started: '2' }, { primary, behind: 0 }, 'promoted'],
  [
    'one promoted while no primary answers',
    { ...main, started: '2' },
    { primary: { status: main, answers: false }, behind: 0 },
    'primary',
  ],
  [
    'one whose primary was never seen',
    replica,
    { primary: { status: null, answers: false }, behind: 0 },
    'not checked',
  ],
] as const)('%s is judged by what it and the primary say', (_, status, beside, verdict) => {
  expect(replicaExclusionReason(status, beside)).toBe(verdict)
})

it('a replica is as far behind as the oldest position is old that it hasn’t replayed', () => {
  const known = positionHistory()
  expect(known.behind(0, 50)).toBe(0)
  known.add(1_000, 10)
  known.add(2_000, 20)
  // On a quiet site the position doesn't change, so nothing is missing however long ago the last change was.
  known.add(9_000, 20)
  expect(known.behind(20, 9_100)).toBe(0)
  expect(known.behind(15, 9_100)).toBe(7_100)
  expect(known.behind(9, 9_100)).toBe(8_100)
  expect(known.latest()).toBe(9_000)
})
