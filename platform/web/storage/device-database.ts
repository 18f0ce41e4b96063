import { type IDBPDatabase, openDB } from 'idb'

const store = 'values'
let opened: Promise<IDBPDatabase> | undefined

/** Opens the database once, so that a value that is written right before the page is left still arrives. */
const open = () =>
  (opened ??= openDB('yolo', 1, {
    upgrade: (database) => void database.createObjectStore(store),
    terminated: () => (opened = undefined),
  }))

/** Returns what `work` returns, or null where storage is full or forbidden. */
async function onDevice<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T | null> {
  try {
    return await work(await open())
  } catch {
    return null
  }
}

/** Reads a value that this device stores, which can contain files. Null if there is none. */
export const readFromDevice = async (key: string): Promise<unknown> =>
  (await onDevice((database) => database.get(store, key) as Promise<unknown>)) ?? null

export const writeToDevice = (key: string, value: unknown) =>
  onDevice((database) => database.put(store, value, key))

/** Deletes all that is stored here, so that the next person at this device doesn't find it. */
export const clearDevice = () => onDevice((database) => database.clear(store))
