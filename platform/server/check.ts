import { sql, type RawBuilder } from 'kysely'
import type { Database, Services } from './services.ts'

type Violation = { id: string | number }

/** A rule that must hold in the whole database at any moment. */
export type Check = {
  /** Name that the operator sees. */
  name: string
  /** The rule in a sentence. */
  description: string
  /** SQL query for the ids of rows that break the rule. */
  violations: RawBuilder<Violation>
  /** Corrects rows whose right values follow from other rows. If absent, a person must decide what to do. */
  repair?: Repair
}

type Repair = {
  /** Table of the rows to repair. They are locked first, so that no other write changes them meanwhile. */
  lock: string
  set(ids: number[]): RawBuilder<unknown>
}

/** A check that isn't a single query. `find` returns how many violations there are and a few of them. */
export type CustomCheck = {
  name: string
  description: string
  find(services: Services): Promise<Violations>
  repair?(services: Services): Promise<void>
}

export type Violations = { count: number; examples: (string | number)[] }
export type Checks = (Check | CustomCheck)[]

type Derived = {
  name: string
  description: string
  table: string
  /** SQL for the right value of each column, for a row `t` of the table. */
  columns: Record<string, RawBuilder<unknown>>
}

/** Returns a check of columns that are derived from other rows, which also allows repairing them. */
export function derivedColumnsCheck({ name, description, table, columns }: Derived): Check {
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

/** Returns how many things break a rule, and the ids of the first five. */
export async function violationsIn(database: Database, { violations }: Check): Promise<Violations> {
  const { rows } = await sql<{ id: string; count: number }>`
    select id::text, count(*) over ()::integer as count from (${violations}) broken
     order by broken.id limit 5`.execute(database)
  return { count: rows[0]?.count ?? 0, examples: rows.map(({ id }) => id) }
}
