import { createHmac } from 'node:crypto'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import { networkOf } from '#platform/server/http/limits.ts'
import type { Database, Services } from '#platform/server/services.ts'

// Records which networks accounts come from (rules: network evidence). Only a hash is stored. Each month has its own
// key for the hashes, which is stored in a file, not in a database, so that a database dump reveals no address and
// hashes of different months can't be matched.

const day = 24 * 60 * 60 * 1000
const keptDays = 90
/** If an account is seen again on the same network, its row is rewritten at most once an hour. */
const writtenAgainAfter = 60 * 60 * 1000

/** Returns the /24 (IPv4) or /48 (IPv6) that contains an address. Loopback is treated like any other address. */
export function networkPrefix(ip: string): string {
  const network = networkOf(ip)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7)
const keyName = (month: string) => `networks-${month}`

const hashOf = (key: Buffer, ip: string) =>
  createHmac('sha256', key).update(networkPrefix(ip)).digest().subarray(0, 16)

type Seen = { userId: number; ip: string; signUp?: boolean }

/** Returns a function that records, in the caller's transaction, which networks members came from. */
export function networkRecorder({
  settings,
  clock,
  log,
}: Pick<Services, 'settings' | 'clock' | 'log'>) {
  const keys = new Map<string, Promise<Buffer>>()
  /** The time at which this process last wrote each member and network, so that a hundred votes cause one write. */
  const written = new LRUCache<string, number>({ max: 20_000 })

  return async (tx: Database, seen: readonly Seen[]): Promise<void> => {
    const now = clock.now()
    const month = monthOf(now)
    if (!keys.has(month)) {
      keys.clear()
      keys.set(month, secretKey(settings.stateDir, keyName(month)))
    }
    const key = await keys.get(month)!.catch((error: Error) => {
      // A missing key must not make the member's vote fail.
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

/**
 * Returns the hashes of an address's network under the keys of all stored months, so that evidence of earlier months
 * matches too.
 */
export async function networkHashesOf({ settings }: Pick<Services, 'settings'>, ip: string) {
  const months = await keptMonths(settings.stateDir)
  const keys = months.map((month) => secretKey(settings.stateDir, keyName(month)))
  return (await Promise.all(keys)).map((key) => hashOf(key, ip))
}

async function keptMonths(stateDir: string): Promise<string[]> {
  const names = await readdir(stateDir).catch(() => [])
  return names.flatMap((name) => /^networks-(\d{4}-\d\d)\.key$/.exec(name)?.[1] ?? [])
}

/** Deletes evidence that is older than 90 days, and the keys of months without any evidence left. */
export async function deleteOldNetworkEvidence({
  database,
  settings,
  clock,
}: Pick<Services, 'database' | 'settings' | 'clock'>) {
  const before = new Date(clock.now().getTime() - keptDays * day)
  await database.deleteFrom('network_evidence').where('last_at', '<', before).execute()
  for (const month of await keptMonths(settings.stateDir))
    // A key is deleted only once the last day of its month is too old, because the evidence may be from that day.
    if (month < monthOf(before)) await unlink(join(settings.stateDir, `${keyName(month)}.key`))
}
