import pg from 'pg'
import { withRetries } from '#platform/server/database/database.ts'
import type { Statement } from './statements.ts'

/** Tables that always stay small. All others may grow large. */
const small = new Set([
  'contests',
  'contest_changes',
  'contest_draws',
  'contest_seeds',
  'migrations',
  'weighed',
  // Contains only the demo's people.
  'site_keys',
])

/**
 * Statements that may read a whole table, and why. With `byChoice`, they may do so only if the planner could have used
 * an index instead.
 */
const allowed: { text: RegExp; byChoice?: true; because: string }[] = [
  {
    text: /insert into restaurant_usual/,
    because: 'a job, of many restaurants at a time: of so many a scan may be the shorter way',
  },
  {
    text: /select user_id as id from votes where created_at > /,
    because: 'who acted since the last weighing, by indexes of time: in a test that is everyone',
  },
  {
    text: /as states[^]* nulls last/,
    because: 'members sorted by a column, who are of all members: an admin asks so now and then',
  },
  {
    text: /from users u where not \(u\.email_verified_at is null/,
    because:
      'active members are counted, whom nearly every row is, so that it ends at the first 10,001',
  },
  {
    text: /from users u\s+where \(exists \(select from yolos[^]*(?: ilike | nulls last|\) counted)/,
    because:
      'shareholders, who are of all members: an admin filters, sorts or counts them now and then',
  },
  {
    text: /insert into member_acts/,
    byChoice: true,
    because: 'a job, of thousands of members at a time: of so many a scan may be the shorter way',
  },
]

const mayScan = (statement: string, chosen: boolean) =>
  allowed.some(({ text, byChoice }) => (!byChoice || chosen) && text.test(statement))

/**
 * Statements that passed when all of their tables contained rows. The planner gets the same statistics in every test
 * file, so each statement is planned only once per process.
 */
const passed = new Set<string>()
const keyOf = ({ text, values, settings }: Statement) =>
  JSON.stringify([settings, text, values.map((value) => value === null || value === undefined)])

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  'Index Name'?: string
  'Index Cond'?: string
  /** True if the connection's settings disable this kind of node, and the planner had no alternative. */
  Disabled?: boolean
  Plans?: Plan[]
}

/**
 * Returns the statements, with their plans, that can only run by reading a whole large table. Plans them with
 * sequential scans disabled and with the statistics of large tables, so that a scan remains only if no index can be
 * used. If `filled` names tables that really are full, uses the real statistics and only reports scans of those tables.
 */
export async function scansOf(
  url: string,
  statements: Statement[],
  { filled }: { filled?: string[] } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const [settings, some] of Map.groupBy(statements, (one) => one.settings)) {
    const client = new pg.Client({ connectionString: url, options: settings })
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(harmless)
      const mayBeRead = new Set(rows.map(({ name }) => name))
      // Retry after a deadlock, because autovacuum's analysis may update the same catalog rows in a different order.
      await withRetries(async () => {
        await client.query('rollback; begin')
        if (!filled) await client.query(`set local enable_seqscan = off; ${asIfLarge}`)
      })
      const { rows: full } = await client.query<{ name: string }>(holdingRows)
      const holdRows = new Set(full.map(({ name }) => name))
      for (const statement of some) {
        if (mayScan(statement.text, filled !== undefined)) continue
        if (!filled && passed.has(keyOf(statement))) continue
        const plan = await planOf(client, statement)
        const tables = scanned(plan, mayBeRead).filter((table) => !filled || filled.includes(table))
        if (tables.length > 0)
          found.push(
            [`${tables.join(', ')}: ${statement.text}`, statement.values, plan]
              .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
              .join('\n'),
          )
        else if (!filled && tablesOf(plan).every((table) => holdRows.has(table)))
          passed.add(keyOf(statement))
      }
    } finally {
      await client.end()
    }
  }
  return found
}

async function planOf(client: pg.Client, { text, values }: Statement): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json, verbose) ${text}`,
    values,
  )
  return rows[0]!['QUERY PLAN'][0]!.Plan
}

/**
 * Names of indexes that may be read as a whole: those that cover only a few rows (hidden ones, for example), and those
 * of empty tables, which the planner always takes to be empty.
 */
const harmless = `
  select indexrelid::regclass::text as name from pg_index
   where indpred is not null or pg_relation_size(indrelid) = 0`

const holdingRows = `
  select relname as name from pg_class
   where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`

const tablesOf = (plan: Plan): string[] => [
  ...(plan['Relation Name'] && plan.Schema === 'public' ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(tablesOf),
]

/**
 * Makes the planner treat each table that contains rows as large, however few a test has inserted: a million rows per
 * page, ten rows per value, almost only nulls in a nullable column, and almost only `false` in a boolean one. Clears
 * the statistics that the server has gathered itself (for example, that all rows belong to one member), because they
 * would still apply. Empty tables get no such statistics, because most tables are empty and each change to the catalog
 * takes time. Everything is rolled back with the transaction.
 */
const asIfLarge = `
  create temporary table filled on commit drop as
    select oid from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0;
  update pg_class
     set relpages = 1, reltuples = 1000000
   where oid in (select oid from filled union all
                 select indexrelid from pg_index where indrelid in (select oid from filled));
  update pg_class
     set relpages = 0, reltuples = -1
   where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0
     and oid not in (select oid from filled);
  select pg_clear_attribute_stats('public', relname::text, attname::text, false)
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_statistic s on starelid = c.oid and staattnum = attnum
   where c.oid in (select oid from filled) and attnum > 0 and not attisdropped;
  select pg_restore_attribute_stats(
           'schemaname', 'public', 'relname', relname::text, 'attname', attname::text, 'inherited', false,
           'null_frac', case when attnotnull then 0 else 0.9999 end::real, 'avg_width', 8,
           'n_distinct', '-0.1'::real,
           'most_common_vals', case when atttypid = 'bool'::regtype then '{f}' end,
           'most_common_freqs', case when atttypid = 'bool'::regtype then '{0.9999}'::real[] end)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.oid in (select oid from filled) and attnum > 0 and not attisdropped`

/**
 * Returns the large tables that the plan reads as a whole: by a sequential scan, or by an index scan without a
 * condition or a limit.
 */
function scanned(plan: Plan, mayBeRead: Set<string>, limited = false): string[] {
  const type = plan['Node Type']
  const table = plan['Relation Name'] ?? ''
  const whole =
    type === 'Seq Scan' ||
    (plan.Disabled && table !== '') ||
    (/^Index (?:Only )?Scan$/.test(type) &&
      !plan['Index Cond'] &&
      !limited &&
      !mayBeRead.has(plan['Index Name'] ?? ''))
  const here = whole && plan.Schema === 'public' && !small.has(table) ? [table] : []
  const below = (plan.Plans ?? []).flatMap((one) =>
    scanned(one, mayBeRead, limited || type === 'Limit'),
  )
  return [...here, ...below]
}
