import { sql, type SqlBool, type Transaction } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { lockMembers } from '#domain/locks/lock-order.ts'
import { updateMember } from '#domain/locks/lock-member.ts'
import { refuseTakenDownText, reopenReportsOfMember, textHash } from '#domain/moderated-content.ts'
import { openedByAppleSql } from '#domain/opened-by-apple.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { utcDay } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database } from '#platform/server/services.ts'
import { nameKeys } from './user-name.ts'

/** For how long an unverified account keeps its name after it was made or used, in milliseconds. */
const unprovenKeeps = 30 * 24 * 60 * 60 * 1000

/** SQL condition on a row of `users`: its name is this one, or looks like it. */
export function looksLikeSql(name: string) {
  const { user_name_key, user_name_caps_key } = nameKeys(name)
  return sql<SqlBool>`(user_name_key = ${user_name_key} or user_name_caps_key = ${user_name_caps_key})`
}

/** Returns whether somebody has the name, or one that looks like it. */
export async function isNameTaken(database: Database, name: string): Promise<boolean> {
  const holder = database.selectFrom('users').select('id').where(looksLikeSql(name))
  return (await holder.executeTakeFirst()) !== undefined
}

/** Returns the name, or one with a number behind its `base` if it is taken. */
export async function freeName(database: Database, base: string, wanted = base): Promise<string> {
  let name = wanted
  while (await isNameTaken(database, name)) name = numbered(base)
  return name
}

export const numbered = (name: string) => `${name} ${2 + Math.floor(Math.random() * 99_997)}`

/**
 * Takes a name that a verified member asks for from an account that never verified an address, neither by a link nor by
 * Apple, that nobody has used for 30 days, and that shows no favorite, unless the operator gave it. The account is called
 * 'Member' and its id then, and may choose another name. Who is held or taken down takes none.
 */
export async function takeUnprovenName(
  tx: Transaction<DB>,
  viewer: Viewer,
  userName: string,
  now: Date,
): Promise<void> {
  const unusedSince = new Date(now.getTime() - unprovenKeeps)
  const holders = () =>
    tx
      .selectFrom('users')
      .select(['id', 'user_name'])
      .where(looksLikeSql(userName))
      .where('id', 'not in', [viewer.id, ...privilegedUserIds])
      .where('email_verified_at', 'is', null)
      .where('created_at', '<=', unusedSince)
      .where('name_by_operator', '=', false)
      .where(sql<SqlBool>`coalesce(last_used_on < ${utcDay(unusedSince)}, true)`)
      .where(
        sql<SqlBool>`(suspended_at is not null or not exists (select from yolos where user_id = users.id))`,
      )
      .where(sql<SqlBool>`not ${openedByAppleSql}`)
      // Apple opened it until the operator gave it an address.
      .where(sql<SqlBool>`not exists (select from unlinked_identities where user_id = users.id)`)
      // Who was verified before, and has a new address.
      .where(sql<SqlBool>`not exists (select from mailboxes where user_id = users.id)`)
      .where(
        sql<SqlBool>`exists (
          select from users me
           where me.id = ${viewer.id} and me.email_verified_at is not null and me.user_name <> ${userName}
             and me.suspended_at is null)`,
      )
      .execute()
  const found = await holders()
  if (found.length === 0) return
  await lockMembers(tx, [viewer.id, ...found.map(({ id }) => id)])
  // Asked again under the locks, because a holder might have verified, or lost the name, since.
  for (const { id, user_name: lost } of await holders()) {
    const name = await freeName(tx, `Member ${id}`)
    await updateMember(tx, id, {
      user_name: name,
      ...nameKeys(name),
      user_name_changed_at: null,
      lost_name: lost,
    })
    await recordAudit(tx, viewer, 'member.lose-name', `member ${id}`, {
      before: { userName: lost },
      after: { userName: name },
    })
  }
}

/** Throws if the name was taken down as a text of this member. Opens the reports of a name that is back. */
export async function checkNewName(tx: Transaction<DB>, userId: number, userName: string) {
  await refuseTakenDownText(tx, { userId, yoloId: null }, userName, 'userName')
  await reopenReportsOfMember(tx, userId, 'name', textHash(userName))
}
