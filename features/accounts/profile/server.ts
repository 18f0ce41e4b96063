import { sql } from 'kysely'
import { emailKey } from '#domain/email.ts'
import { updateMember } from '#domain/locks/lock-member.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { nameTaken } from '../contract.ts'
import { nameKeys, violatesName } from '../names/user-name.ts'
import {
  changeBio,
  changeDisplayName,
  changeName,
  nameChangedLately,
  ownAccount,
  saveLocation,
} from '../contract.ts'

const year = 365 * 24 * 60 * 60 * 1000

export const profileHandlers = ({ database, clock }: Services) => {
  /** Returns when the name can be changed next; null is at once. */
  function nextChange(changed: Date | null): string | null {
    const from = new Date((changed?.getTime() ?? 0) + year)
    return from > clock.now() ? from.toISOString() : null
  }

  /** Changes the name, at most once a year, of two at once too. Returns when it was last changed. */
  async function saveUserName(id: number, userName: string): Promise<Date | null> {
    const now = clock.now()
    const changed = await database
      .updateTable('users')
      .set({ user_name: userName, ...nameKeys(userName), user_name_changed_at: now })
      .where('id', '=', id)
      .where('user_name', '<>', userName)
      .where((is) =>
        is.or([
          is('user_name_changed_at', 'is', null),
          is('user_name_changed_at', '<=', new Date(now.getTime() - year)),
        ]),
      )
      .executeTakeFirst()
    if (changed.numUpdatedRows > 0n) return now
    const own = await rowById(database, 'users', id, ['user_name', 'user_name_changed_at'])
    // The same name, sent again, is no change.
    if (own?.user_name !== userName) throw nameChangedLately()
    return own.user_name_changed_at
  }

  return [
    implementCall(ownAccount, async ({ viewer }) => {
      const user = await accountOf(database, viewer.id)
      if (!user) throw notLoggedIn()
      return accountOutput(user, nextChange(user.user_name_changed_at))
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

const accountOf = (database: Database, id: number) =>
  database
    .selectFrom('users')
    .select([
      'id',
      'user_name',
      'user_name_changed_at',
      'first_name',
      'last_name',
      'email',
      'pending_email',
      'bio',
      'email_verified_at',
      'password_hash',
      'latitude',
      'longitude',
      'location_name',
      sql<number>`(select count(*)::integer from users f
        where f.referrer_id = users.id and f.email_verified_at is not null)`.as('friends'),
      sql<boolean>`exists (select from identities where user_id = users.id)`.as('apple'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()

type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>

function accountOutput(user: Account, nameChangeFrom: string | null) {
  const { latitude, longitude, pending_email: pending } = user
  return {
    id: user.id,
    userName: user.user_name,
    nameChangeFrom,
    firstName: user.first_name ?? '',
    lastName: user.last_name ?? '',
    email: user.email ?? '',
    pendingEmail: pending === user.email ? null : pending,
    verified: user.email_verified_at !== null,
    bio: user.bio,
    hasPassword: user.password_hash !== null,
    loginInfo: {
      facebookLogin: false,
      appleLogin: user.apple,
      simpleLogin: user.password_hash !== null,
    },
    location:
      latitude === null || longitude === null
        ? null
        : { latitude, longitude, name: user.location_name ?? '' },
    refCount: user.friends,
  }
}
