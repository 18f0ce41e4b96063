import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cellOf } from '#domain/position/distance.ts'
import { testApp } from '#platform/testing/app.ts'
import { createCandidateCache } from './candidates.server.ts'
import type { ItemChange, ItemChangeFeed } from './changes.server.ts'

const category = 3
const point = { latitude: 44.977753, longitude: -93.265015 }

it('a list that took long to load doesn’t bring back what changed after it was read', async () => {
  const app = await testApp()
  const { database } = app
  const restaurant = await app.restaurant(point)
  const { id: by } = await app.member()
  const { id } = await app.item({ restaurant: restaurant.id, category, by })
  const cell = String(cellOf(point, 5))
  const change: ItemChange = { itemId: id, category, cell5: cell, listed: true }
  const setVotes = (votes: number) =>
    sql`update items set adjustment = ${votes} where id = ${id}`.execute(database)

  // A feed in which the item changes while a list is loaded, and once more while that change is read.
  let apply!: (changes: ItemChange[]) => Promise<void>
  let reads = 0
  let release!: () => void
  const held = new Promise<void>((resolve) => (release = resolve))
  let wasRead!: () => void
  const firstChangeRead = new Promise<void>((resolve) => (wasRead = resolve))
  const feed: ItemChangeFeed = {
    catchUp: async () => {},
    currentLook: () => 1,
    changesSince: () => [change],
    restart: () => false,
    follow: (follower) => (apply = follower.apply),
    async read(work) {
      const at = ++reads
      const found = await work()
      if (at !== 2) return found
      wasRead()
      await held
      return found
    },
  }
  const cache = createCandidateCache(database, feed, { bytes: 1_000_000 })
  const votes = async () => {
    const [list] = await cache.listsOfCells(category, [cell], 'all')
    return list!.position(0).upvotes
  }

  await setVotes(1)
  const loaded = votes()
  await firstChangeRead
  await setVotes(9)
  const applied = apply([change])
  // Enough time for the later change to be read, if it doesn't wait for the earlier one.
  for (let n = 0; n < 20; n++) await sql`select 1`.execute(database)
  release()
  await Promise.all([loaded, applied])
  expect(reads).toBe(3)
  expect(await votes()).toBe(9)
})
