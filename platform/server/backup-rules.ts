import type { Database } from './services.ts'

/** What a feature says of its data for backups: every other table is in them whole. */
export type BackupRules = {
  /** Tables whose rows stay out, each with the reason. */
  leftOut?: Record<string, string>
  files?: BackedUpFiles
  /** A statement that tells running processes, once a backup has been restored without triggers. */
  restored?: string
}

/** Files that rows show. They have one name for good, so a name and a checksum say all. */
export type BackedUpFiles = {
  /** Their folder in the storage. */
  kind: string
  /** Gives the rows from which names are made, ascending with those names: one statement, read through a cursor. */
  rows: string
  /** The files that such a row may have, ascending; `must` are those without which it shows nothing. */
  namesOf(row: Record<string, unknown>): { name: string; must: boolean }[]
  typeOf(name: string): string
  /** Before files are written whose rows are still to come: what breaks off is swept. */
  announce(database: Database, names: string[], due: Date): Promise<void>
}

/**
 * While a backup runs, no file of a row that it has seen may go: it holds this lock alone, and who removes
 * files holds it with others, or leaves them to a later sweep.
 */
export const filesLock = 926172
