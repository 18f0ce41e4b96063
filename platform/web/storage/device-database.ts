import { type IDBPDatabase, openDB } from 'idb'

const store = 'values'
let opened: Promise<IDBPDatabase> | undefined

/** Opens the database once, so that a value that is written right before the page is left still arrives. */
const open = () =>
  (opened ??= openDB('yolo', 1, {
    upgrade: (database) => void database.createObjectStore(store),
    terminated: () => (opened = undefined),
  }))

/** Reads a value that this device stores, which can contain files. Null if there is none, or no storage. */
export async function readFromDevice(key: string): Promise<unknown> {
  try {
    return ((await (await open()).get(store, key)) as unknown) ?? null
  } catch {
    return null
  }
}

/** Stores a value on this device. Does nothing without storage. */
export async function writeToDevice(key: string, value: unknown): Promise<void> {
  try {
    await (await open()).put(store, value, key)
  } catch {
    // Storage is full or forbidden.
  }
}

/** Deletes all that is stored here, so that the next person at this device doesn't find it. */
export async function clearDevice(): Promise<void> {
  try {
    await (await open()).clear(store)
  } catch {
    // There is no storage.
  }
}
