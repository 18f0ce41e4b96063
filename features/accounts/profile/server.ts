import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { breaks } from '#platform/server/database.ts'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { nameTaken } from '../contract.ts'
import { nameConstraints, nameKeys } from '../names/name-look.ts'
import {
  changeBio,
  changeDisplayName,
  changeName,
  nameChangedLately,
  ownAccount,
  saveLocation,
} from './contract.ts'
import { emailKey } from '../shapes.ts'

const year = 365 * 24 * 60 * 60 * 1000

export const profileHandlers = ({ database, clock }: Services) => {
  const nextChange = (changed: Date | null) => {
    const from = changed && new Date(changed.getTime() + year)
    return from && from > clock.now() ? from.toISOString() : null
  }

  return [
    on(ownAccount, async ({ viewer }) => {
      const user = await database
        .selectFrom('users')
        .select((is) => [
          'id',
          'user_name',
          'user_name_changed_at',
          'first_name',
          'last_name',
          'email',
          'bio',
          'email_verified_at',
          'password_hash',
          'latitude',
          'longitude',
          'location_name',
          is
            .selectFrom('users as friends')
            .select((friend) => friend.fn.countAll<string>().as('count'))
            .whereRef('friends.referrer_id', '=', 'users.id')
            .where('friends.email_verified_at', 'is not', null)
            .as('friends'),
          is
            .exists(
              is.selectFrom('identities').select('subject').whereRef('user_id', '=', 'users.id'),
            )
            .as('apple'),
        ])
        .where('id', '=', viewer.id)
        .executeTakeFirst()
      if (!user) throw notLoggedIn()
      const { latitude, longitude } = user
      return {
        id: user.id,
        userName: user.user_name,
        nameChangeFrom: nextChange(user.user_name_changed_at),
        firstName: user.first_name ?? '',
        lastName: user.last_name ?? '',
        email: user.email ?? '',
        verified: user.email_verified_at !== null,
        bio: user.bio,
        hasPassword: user.password_hash !== null,
        loginInfo: {
          facebookLogin: false,
          appleLogin: Boolean(user.apple),
          simpleLogin: user.password_hash !== null,
        },
        location:
          latitude === null || longitude === null
            ? null
            : { latitude, longitude, name: user.location_name ?? '' },
        refCount: Number(user.friends),
      }
    }),

    on(changeName, async ({ input: { firstname, lastname }, viewer }) => {
      await database
        .updateTable('users')
        .set({ first_name: firstname, last_name: lastname })
        .where('id', '=', viewer.id)
        .execute()
      return { result: { firstName: firstname, lastName: lastname } }
    }),

    on(changeDisplayName, async ({ input: { userName }, viewer }) => {
      const now = clock.now()
      try {
        // The year is asked for in the same statement: of two changes at once one is too many.
        const changed = await database
          .updateTable('users')
          .set({ user_name: userName, ...nameKeys(userName), user_name_changed_at: now })
          .where('id', '=', viewer.id)
          .where((is) =>
            is.or([
              is('user_name_changed_at', 'is', null),
              is('user_name_changed_at', '<=', new Date(now.getTime() - year)),
            ]),
          )
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) throw nameChangedLately()
      } catch (error) {
        if (!nameConstraints.some((one) => breaks(error, one))) throw error
        throw nameTaken({ fields: { userName: nameTaken.message } })
      }
      const nameChangeFrom = new Date(now.getTime() + year).toISOString()
      return { result: { userName, nameChangeFrom } }
    }),

    on(changeBio, async ({ input: { bio }, viewer }) => {
      await database.updateTable('users').set({ bio }).where('id', '=', viewer.id).execute()
      return { result: { bio } }
    }),

    on(saveLocation, async ({ input: { userEmail, latitude, longitude, name }, viewer }) => {
      let mine = database
        .updateTable('users')
        .set({ latitude, longitude, location_name: name ?? null })
        .where('id', '=', viewer.id)
      if (userEmail !== undefined) mine = mine.where('email_key', '=', emailKey(userEmail))
      const saved = await mine.executeTakeFirst()
      if (saved.numUpdatedRows === 0n) throw notYours()
      return {}
    }),
  ]
}
