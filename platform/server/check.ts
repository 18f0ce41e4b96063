import { sql, type RawBuilder } from 'kysely'
import type { Services } from './services.ts'

type Violation = { id: string | number }

/** One thing that must hold in the whole database at any moment. */
export type Check = {
  /** For the operator to name it by. */
  name: string
  /** What must hold, in a sentence. */
  description: string
  /** The things of which it doesn't hold. */
  violations: RawBuilder<Violation>
  /** Makes it hold again for these, where it follows from other rows; absent, a person must decide. */
  repair?: Repair
}

type Repair = {
  /** Whose rows are locked first, so that no trigger writes them meanwhile. */
  lock: string
  set(ids: number[]): RawBuilder<unknown>
}

/** What can't be asked of the database alone; finds at most a few and how many there are. */
export type Search = {
  name: string
  description: string
  find(services: Services): Promise<Found>
  repair?(services: Services): Promise<void>
}

export type Found = { count: number; some: (string | number)[] }
export type Checks = (Check | Search)[]

type Derived = {
  name: string
  description: string
  table: string
  /** What each column must be, of a row `t` of the table. */
  columns: Record<string, RawBuilder<unknown>>
}

/** A check of columns that follow from other rows, and are set right from them. */
export function derivedColumns({ name, description, table, columns }: Derived): Check {
  const all = Object.entries(columns)
  const differ = all.map(([column, value]) => sql`t.${sql.ref(column)} is distinct from (${value})`)
  const set = all.map(([column, value]) => sql`${sql.ref(column)} = (${value})`)
  return {
    name,
    description,
    violations: sql`select t.id from ${sql.table(table)} t where ${sql.join(differ, sql` or `)}`,
    repair: {
      lock: table,
      set: (ids) => sql`
        update ${sql.table(table)} t set ${sql.join(set)} where t.id = any (${ids}::integer[])`,
    },
  }
}
