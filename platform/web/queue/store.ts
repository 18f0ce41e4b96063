import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { QueueEntry } from './entry.ts'

interface Schema extends DBSchema {
  entries: { key: number; value: QueueEntry; indexes: { member: number } }
}

/** The entries within one transaction: either all changes are stored or none. */
export type QueueEntryStore = {
  of(memberId: number): Promise<QueueEntry[]>
  all(): Promise<QueueEntry[]>
  get(id: number): Promise<QueueEntry | undefined>
  add(entry: Omit<QueueEntry, 'id'>): Promise<QueueEntry>
  put(entry: QueueEntry): Promise<unknown>
  delete(id: number): Promise<void>
}

/** Runs `work` in one transaction. The browser may close a connection at any time, so each transaction opens its own. */
export async function inTransaction<T>(
  mode: 'readonly' | 'readwrite',
  work: (entries: QueueEntryStore) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction('entries', mode as 'readwrite')
    const { store, done } = transaction
    // If `work` fails first, its error is the one that is thrown.
    done.catch(() => {})
    try {
      const result = await work({
        of: (memberId) => store.index('member').getAll(memberId),
        all: () => store.getAll(),
        get: (id) => store.get(id),
        add: async (entry) => ({ ...entry, id: await store.add(entry as QueueEntry) }),
        put: (entry) => store.put(entry),
        delete: (id) => store.delete(id),
      })
      await done
      return result
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // The failure has ended the transaction already.
      }
      throw error
    }
  } finally {
    database.close()
  }
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('waiting', 1, {
    upgrade(database) {
      const store = database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true })
      store.createIndex('member', 'memberId')
    },
  })
