import { sql } from 'kysely'
import { preparedStatementComment } from '../database/database.ts'
import type { Viewer } from '../http/handler.ts'
import type { Clock, Database } from '../services.ts'
import { newToken, tokenHash } from './tokens.ts'

const day = 24 * 60 * 60 * 1000
export const sessionLength = 30 * day
export const maxSessionIdle = 14 * day
/** Maximum number of sessions per member, because one can log in without end. */
export const maxSessions = 1_000
// `last_used_at` is updated at most once per this many milliseconds, so that most requests write nothing.
const noted = 60 * 60 * 1000

export type Session = { token: string; expires: Date }

/**
 * Opens a session, and ends the oldest ones beyond `maxSessions`. `parent` is the hash of admin 514’s own session; the
 * new session ends with it.
 */
export async function openSession(
  database: Database,
  clock: Clock,
  userId: number,
  options: { userAgent: string; parent?: Buffer; length?: number; byApple?: boolean },
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
      by_apple: options.byApple ?? false,
      created_at: now,
      last_used_at: now,
      expires_at: expires,
    })
    .execute()
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by id desc offset ${maxSessions})`.execute(
    database,
  )
  if (!options.parent) await noteDay(database, now, userId)
  return { token, expires }
}

/** SQL condition on a row of `sessions`, by its alias: it has neither expired nor been unused for too long. */
export const isSessionLiveSql = (session: string, now: Date) =>
  sql<boolean>`(${sql.ref(`${session}.expires_at`)} > ${now}
    and ${sql.ref(`${session}.last_used_at`)} > ${new Date(now.getTime() - maxSessionIdle)})`

type Row = Viewer & { lastUsed: Date; isFirstToday: boolean }

export const utcDay = (at: Date) => at.toISOString().slice(0, 10)

/** Records the day on which a member last used the account. */
const noteDay = (database: Database, now: Date, userId: number) =>
  sql`update users set last_used_on = ${utcDay(now)}
       where id = ${userId} and coalesce(last_used_on < ${utcDay(now)}, true)`.execute(database)

/**
 * Returns a function that reads the viewer of a bearer token, or null if the token is unknown, expired or unused for
 * too long.
 */
export function createViewerReader(database: Database, clock: Clock) {
  return async (token: string): Promise<Viewer | null> => {
    if (!/^[\w-]{43}$/.test(token)) return null
    const now = clock.now()
    const row = await readViewer(database, now, tokenHash(token))
    if (!row) return null
    const { lastUsed, isFirstToday, ...viewer } = row
    if (now.getTime() - lastUsed.getTime() > noted)
      await database
        .updateTable('sessions')
        .set({ last_used_at: now })
        .where('token_hash', '=', viewer.session)
        .execute()
    // An admin who acts as a member doesn't use the account for them.
    if (isFirstToday && viewer.actingUserId === null) await noteDay(database, now, viewer.id)
    return viewer
  }
}

async function readViewer(database: Database, now: Date, session: Buffer) {
  const { rows } = await sql<Row>`
    ${preparedStatementComment} select s.token_hash as session, u.id, u.user_name as name, u.created_at as "createdAt",
           s.last_used_at as "lastUsed", coalesce(u.last_used_on < ${utcDay(now)}, true) as "isFirstToday",
           p.user_id as "actingUserId", u.email_verified_at is not null as verified,
           u.suspended_at is not null as "suspended"
      from sessions s
      join users u on u.id = s.user_id
      left join sessions p on p.token_hash = s.parent_hash
     where s.token_hash = ${session} and ${isSessionLiveSql('s', now)}
       and (s.parent_hash is null or ${isSessionLiveSql('p', now)})`.execute(database)
  return rows[0]
}

/** Ends all sessions of a member, except the one whose token hash is `except`. */
export async function endSessions(
  database: Database,
  userId: number,
  except?: Buffer,
): Promise<void> {
  let ended = database.deleteFrom('sessions').where('user_id', '=', userId)
  if (except) ended = ended.where('token_hash', '<>', except)
  await ended.execute()
}
