import { expect, it } from 'vitest'
import { exactCopies, type MemberActs } from './copies.ts'

const places = [1, 2, 3, 4, 5, 6]
/** Creates members who each do this, `pause` seconds apart, the nth from `from(n)` on. */
const members = (
  size: number,
  did: (n: number) => number[],
  from: (n: number) => number,
  pause = 1,
) =>
  Array.from({ length: size }, (_, n): MemberActs => ({
    id: n,
    verified: true,
    withdrawn: [],
    did: did(n),
    didAt: did(n).map((_, m) => from(n) + m * pause),
  }))
const all = (size: number) => Array.from({ length: size }, (_, n) => n)
const copies = async (burst: MemberActs[]) => [...(await exactCopies(burst))]

it('accounts that do the same one after the other are copies', async () => {
  expect(
    await copies(
      members(
        12,
        () => places,
        (n) => n * 60,
      ),
    ),
  ).toEqual(all(12))
  // Several at the same time, a minute apart, each of which takes six minutes.
  expect(
    await copies(
      members(
        12,
        () => places,
        (n) => n * 60,
        71,
      ),
    ),
  ).toEqual(all(12))
  expect(await copies([])).toEqual([])
})

it('a few who do something else are none, and many show that each chooses', async () => {
  const oneLess = (few: number) => (n: number) => (n < few ? places.slice(1) : places)
  expect(await copies(members(20, oneLess(2), (n) => n * 60))).toEqual(all(20).slice(2))
  expect(await copies(members(20, oneLess(3), (n) => n * 60))).toEqual([])
})

it('nobody is a copy who does the same in another order', async () => {
  const turned = (n: number) => [...places.slice(n % 6), ...places.slice(0, n % 6)]
  expect(await copies(members(12, turned, (n) => n * 60))).toEqual([])
})

it('nor on a tour, where all vote for one place before anyone votes for the next', async () => {
  expect(
    await copies(
      members(
        15,
        () => places,
        (n) => n * 60,
        3_600,
      ),
    ),
  ).toEqual([])
})

it('a vote that was taken back changes nothing, whichever each takes back', async () => {
  const made = members(
    12,
    () => places,
    (n) => n * 60,
  )
  const takenBack = made.map((one, n) => ({
    ...one,
    did: one.did.filter((item) => item !== 1 + (n % 6)),
    didAt: one.didAt.slice(1),
    withdrawn: [1 + (n % 6)],
  }))
  expect(await copies(takenBack)).toEqual(all(12))
  // Who votes again for what they took back did it before.
  const again = takenBack.map((one) => ({
    ...one,
    did: [...one.did, ...one.withdrawn],
    didAt: [...one.didAt, 10_000],
  }))
  expect(await copies(again)).toEqual(all(12))
})

it('unverified accounts change nothing among verified ones', async () => {
  const made = members(
    24,
    (n) => (n < 12 ? places : places.toReversed()),
    (n) => n * 60,
  )
  const mixed = made.map((one) => ({ ...one, verified: one.id < 12 }))
  expect(await copies(mixed)).toEqual(all(12))
})
