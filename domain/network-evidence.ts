import { createHmac } from 'node:crypto'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import type { Database, Services } from '#platform/server/services.ts'

// From which networks accounts come (rules: network evidence): only a hash, under a key of the month that lies in
// a file and in no database, so that no dump tells an address and months can't be joined.

const day = 24 * 60 * 60 * 1000
const keptDays = 90
/** Seen once more, a note is only written again after this long. */
const writtenAgainAfter = 60 * 60 * 1000

/** The /24 or /48 around an address; loopback counts as any. */
export function networkAround(ip: string): string {
  const network = networkOf(ip)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7)
const keyName = (month: string) => `networks-${month}`

const hashOf = (key: Buffer, ip: string) =>
  createHmac('sha256', key).update(networkAround(ip)).digest().subarray(0, 16)

type Seen = { userId: number; ip: string; signUp?: boolean }

/** Writes down, in the caller's transaction, from which networks members came. */
export function networkNotes({
  settings,
  clock,
  log,
}: Pick<Services, 'settings' | 'clock' | 'log'>) {
  const keys = new Map<string, Promise<Buffer>>()
  /** What this process has written lately, so that a hundred votes write once. */
  const written = new LRUCache<string, number>({ max: 20_000 })

  return async (tx: Database, seen: readonly Seen[]): Promise<void> => {
    const now = clock.now()
    const month = monthOf(now)
    if (!keys.has(month)) {
      keys.clear()
      keys.set(month, secretKey(settings.stateDir, keyName(month)))
    }
    const key = await keys.get(month)!.catch((error: Error) => {
      // Nobody's vote is lost over it.
      keys.delete(month)
      log.warn({ err: error.message }, 'a network could not be noted: there is no key')
    })
    if (!key) return
    const notes = new Map(
      seen.map(({ userId, ip, signUp = false }) => {
        const network = hashOf(key, ip)
        return [`${userId} ${network.toString('base64')}`, { userId, network, signUp }]
      }),
    )
    const before = now.getTime() - writtenAgainAfter
    for (const one of notes.keys()) if ((written.get(one) ?? 0) >= before) notes.delete(one)
    if (notes.size === 0) return
    const rows = [...notes.values()]
    await sql`
      insert into network_evidence as e (user_id, network, sign_up, first_at, last_at)
      select user_id, network, sign_up, ${now}, ${now}
        from unnest(${rows.map(({ userId }) => userId)}::integer[], ${rows.map(({ network }) => network)}::bytea[],
                    ${rows.map(({ signUp }) => signUp)}::boolean[]) as noted (user_id, network, sign_up)
       order by user_id
      on conflict (user_id, network) do update set last_at = excluded.last_at
       where e.last_at < ${new Date(before)}`.execute(tx)
    for (const one of notes.keys()) written.set(one, now.getTime())
  }
}

/** The hashes of an address's network under the keys of all months that are kept: what was noted last month, too. */
export async function networksOf({ settings }: Pick<Services, 'settings'>, ip: string) {
  const months = await keptMonths(settings.stateDir)
  const keys = months.map((month) => secretKey(settings.stateDir, keyName(month)))
  return (await Promise.all(keys)).map((key) => hashOf(key, ip))
}

async function keptMonths(stateDir: string): Promise<string[]> {
  const names = await readdir(stateDir).catch(() => [])
  return names.flatMap((name) => /^networks-(\d{4}-\d\d)\.key$/.exec(name)?.[1] ?? [])
}

/** Deletes what is older than 90 days, and the keys under which nothing is left. */
export async function forgetNetworks({
  database,
  settings,
  clock,
}: Pick<Services, 'database' | 'settings' | 'clock'>) {
  const before = new Date(clock.now().getTime() - keptDays * day)
  await database.deleteFrom('network_evidence').where('last_at', '<', before).execute()
  for (const month of await keptMonths(settings.stateDir))
    // A month's last hash is as old as its end.
    if (month < monthOf(before)) await unlink(join(settings.stateDir, `${keyName(month)}.key`))
}
