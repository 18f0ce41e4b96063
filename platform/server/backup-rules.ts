import type { Database, Services } from './services.ts'

/** How a feature's data is backed up. Tables that no feature lists in `leftOut` are backed up completely. */
export type BackupRules = {
  /** Tables whose rows aren't backed up, each with the reason. */
  leftOut?: Record<string, string>
  files?: BackedUpFiles
  /** SQL statement that notifies running processes of a restored backup, because restoring fires no triggers. */
  afterRestoreSql?: string
}

/**
 * Files that rows refer to. The content under a name never changes, so an earlier backup's file of the same name can be
 * reused if its checksum is right.
 */
export type BackedUpFiles = {
  /** Folder of the files in the storage. */
  kind: string
  /** SQL query for the rows that file names derive from, in the order of those names. It is read through a cursor. */
  rows: string
  /** Returns the files that a row may have, in ascending order. `required` marks those that must exist. */
  namesOf(row: Record<string, unknown>): { name: string; required: boolean }[]
  typeOf(name: string): string
  /** Table with the `name`s whose files are scheduled for removal. */
  removals: string
  /** Yields, in batches, the `name` that each file in the storage derives from, if no row has it. */
  strays(services: Services): AsyncIterable<string[]>
  /**
   * Schedules files for removal at `due`. A restore calls this before it writes files whose rows don't exist yet, so
   * that a sweep removes them if the restore breaks off.
   */
  scheduleRemoval(database: Database, names: string[], due: Date): Promise<void>
}

/**
 * Advisory lock that keeps files from being removed while a backup reads them. A backup takes it exclusively; code that
 * removes files takes it shared and, if it can't, leaves the files to a later sweep.
 */
export const filesLock = 926172
