import { deleteDB, openDB } from 'idb'

const name = 'yolo'
const store = 'values'

const open = () =>
  openDB(name, 1, { upgrade: (database) => void database.createObjectStore(store) })

/** Reads a value that this device stores, which can contain files. Null if there is none, or no storage. */
export async function readFromDevice(key: string): Promise<unknown> {
  try {
    const database = await open()
    const value: unknown = await database.get(store, key)
    database.close()
    return value ?? null
  } catch {
    return null
  }
}

/** Stores a value on this device. Without storage, it lasts as long as the page. */
export async function writeToDevice(key: string, value: unknown): Promise<void> {
  try {
    const database = await open()
    await database.put(store, value, key)
    database.close()
  } catch {
    // Storage is full or forbidden.
  }
}

/** Deletes all that is stored here, so that the next person at this device doesn't find it. */
export const clearDevice = () => deleteDB(name).catch(() => undefined)
