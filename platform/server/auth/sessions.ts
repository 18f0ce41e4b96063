import { sql } from 'kysely'
import type { Viewer } from '../http/handler.ts'
import type { Clock, Database } from '../services.ts'
import { newToken, tokenHash } from './tokens.ts'

const day = 24 * 60 * 60 * 1000
export const sessionLength = 30 * day
export const sessionIdle = 14 * day
// A use is written down at most once in this time, so that a read stays a read.
const noted = 60 * 60 * 1000

export type Session = { token: string; expires: Date }

/** Opens a session; `parent` is admin 514's, which this one dies with. */
export async function openSession(
  database: Database,
  clock: Clock,
  userId: number,
  options: { userAgent: string; parent?: Buffer; length?: number },
): Promise<Session> {
  const token = newToken()
  const now = clock.now()
  const expires = new Date(now.getTime() + (options.length ?? sessionLength))
  await database
    .insertInto('sessions')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      parent_hash: options.parent ?? null,
      user_agent: options.userAgent.slice(0, 300),
      created_at: now,
      last_used_at: now,
      expires_at: expires,
    })
    .execute()
  return { token, expires }
}

/** The viewer of a bearer token, or null where it is unknown, too old or too long unused. */
export async function viewerOf(
  database: Database,
  clock: Clock,
  token: string,
): Promise<Viewer | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const session = tokenHash(token)
  const now = clock.now()
  const row = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('sessions as parent', 'parent.token_hash', 'sessions.parent_hash')
    .select([
      'users.id',
      'users.user_name',
      'users.created_at',
      'sessions.last_used_at',
      'parent.user_id as through',
      sql<boolean>`users.email_verified_at is not null`.as('verified'),
      sql<boolean>`users.taken_down_at is not null`.as('taken_down'),
    ])
    .where('sessions.token_hash', '=', session)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_used_at', '>', new Date(now.getTime() - sessionIdle))
    .where((where) =>
      where.or([
        where('sessions.parent_hash', 'is', null),
        where.and([
          where('parent.expires_at', '>', now),
          where('parent.last_used_at', '>', new Date(now.getTime() - sessionIdle)),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (!row) return null
  if (now.getTime() - row.last_used_at.getTime() > noted)
    await database
      .updateTable('sessions')
      .set({ last_used_at: now })
      .where('token_hash', '=', session)
      .execute()
  return {
    id: row.id,
    name: row.user_name,
    verified: row.verified,
    createdAt: row.created_at,
    session,
    takenDown: row.taken_down,
    through: row.through,
  }
}

/** Ends sessions of a member: all, or all but the one in hand. */
export async function endSessions(
  database: Database,
  userId: number,
  except?: Buffer,
): Promise<void> {
  let ended = database.deleteFrom('sessions').where('user_id', '=', userId)
  if (except) ended = ended.where('token_hash', '<>', except)
  await ended.execute()
}
