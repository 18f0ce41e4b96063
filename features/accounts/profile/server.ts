import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/call.ts'
import { emailKey } from '#domain/email.ts'
import { updateMember } from '#domain/locks/lock-member.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { nameKeys, violatesName } from '../names/user-name.ts'
import {
  changeBio,
  changeDisplayName,
  changeName,
  nameChangedLately,
  nameTaken,
  ownAccount,
  saveLocation,
} from '../contract.ts'

const year = 365 * 24 * 60 * 60 * 1000

export const profileHandlers = ({ database, clock }: Services) => {
  const yearAgo = () => new Date(clock.now().getTime() - year)
  /** Returns when the name can be changed next; null is at once. */
  const nextChange = (changed: Date | null) =>
    changed && changed > yearAgo() ? new Date(changed.getTime() + year).toISOString() : null

  /** Changes the name, at most once a year; to the name that one has, always. Returns when it was last changed. */
  async function saveUserName(id: number, userName: string): Promise<Date | null> {
    const { user_name_key, user_name_caps_key } = nameKeys(userName)
    const { rows } = await sql<{ changed: Date | null }>`
      update users
         set user_name = ${userName}, user_name_key = ${user_name_key}, user_name_caps_key = ${user_name_caps_key},
             user_name_changed_at = case when user_name = ${userName} then user_name_changed_at else ${clock.now()} end
       where id = ${id} and (user_name = ${userName} or user_name_changed_at is null or user_name_changed_at <= ${yearAgo()})
      returning user_name_changed_at as changed`.execute(database)
    if (!rows[0]) throw nameChangedLately()
    return rows[0].changed
  }

  return [
    implementCall(ownAccount, async ({ viewer }) => {
      const account = await accountOf(database, viewer.id)
      if (!account) throw notLoggedIn()
      const { changed, ...user } = account
      return { ...user, nameChangeFrom: nextChange(changed) }
    }),

    implementCall(changeName, async ({ input: { firstname, lastname }, viewer }) => {
      await updateMember(database, viewer.id, { first_name: firstname, last_name: lastname })
      return { result: { firstName: firstname, lastName: lastname } }
    }),

    implementCall(changeDisplayName, async ({ input: { userName }, viewer }) => {
      const changed = await saveUserName(viewer.id, userName).catch((error: unknown) => {
        throw violatesName(error) ? nameTaken({ fields: { userName: nameTaken.message } }) : error
      })
      return { result: { userName, nameChangeFrom: nextChange(changed) } }
    }),

    implementCall(changeBio, async ({ input: { bio }, viewer }) => {
      await updateMember(database, viewer.id, { bio })
      return { result: { bio } }
    }),

    implementCall(
      saveLocation,
      async ({ input: { userEmail, latitude, longitude, name }, viewer }) => {
        let mine = database
          .updateTable('users')
          .set({ latitude, longitude, location_name: name ?? null })
          .where('id', '=', viewer.id)
        if (userEmail !== undefined) mine = mine.where('email_key', '=', emailKey(userEmail))
        const saved = await mine.executeTakeFirst()
        if (saved.numUpdatedRows === 0n) throw notYours()
        return {}
      },
    ),
  ]
}

async function accountOf(database: Database, id: number) {
  type Account = Omit<OutputOf<typeof ownAccount>, 'nameChangeFrom'> & { changed: Date | null }
  const { rows } = await sql<Account>`
    select u.id, u.user_name as "userName", u.user_name_changed_at as changed,
           coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName",
           coalesce(u.email, '') as email, nullif(u.pending_email, u.email) as "pendingEmail",
           u.email_verified_at is not null as verified, u.bio, u.password_hash is not null as "hasPassword",
           jsonb_build_object(
             'facebookLogin', false,
             'appleLogin', exists (select from identities where user_id = u.id),
             'simpleLogin', u.password_hash is not null) as "loginInfo",
           case when u.latitude is not null then jsonb_build_object(
             'latitude', u.latitude, 'longitude', u.longitude, 'name', coalesce(u.location_name, '')) end as location,
           (select count(*)::integer from users f
             where f.referrer_id = u.id and f.email_verified_at is not null) as "refCount"
      from users u where u.id = ${id}`.execute(database)
  return rows[0]
}
