import { type DBSchema, openDB } from 'idb'
import { databaseName } from './forget-on-log-out.ts'
import type { BroughtPlace } from './progress.ts'

interface Schema extends DBSchema {
  places: { key: [number, number]; value: BroughtPlace; indexes: { member: number } }
}

/**
 * Runs `work` with the database of places on this device. Each call opens and closes its own connection, so that none
 * blocks the deletion of the database. Returns null if the browser has no space or allows no database. Then the places
 * last only until the page is closed.
 */
async function withPlaces<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>) {
  try {
    const database = await open()
    try {
      return await work(database)
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn('Places could not be kept on this device.', error)
    return null
  }
}

const open = () =>
  openDB<Schema>(databaseName, 1, {
    upgrade(database) {
      const store = database.createObjectStore('places', { keyPath: ['memberId', 'id'] })
      store.createIndex('member', 'memberId')
    },
  })

export const keptPlacesOf = async (memberId: number): Promise<BroughtPlace[]> =>
  (await withPlaces((database) => database.getAllFromIndex('places', 'member', memberId))) ?? []

export const keepPlaces = (places: readonly BroughtPlace[]) =>
  withPlaces(async (database) => {
    const { store, done } = database.transaction('places', 'readwrite')
    await Promise.all([...places.map((place) => store.put(place)), done])
  })

export const dropPlacesOf = (memberId: number) =>
  withPlaces(async (database) => {
    const { store, done } = database.transaction('places', 'readwrite')
    const keys = await store.index('member').getAllKeys(memberId)
    await Promise.all([...keys.map((key) => store.delete(key)), done])
  })
