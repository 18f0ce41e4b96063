import { sql, type Selectable, type UpdateObject } from 'kysely'
import { lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { openedByAppleSql } from '#domain/opened-by-apple.ts'
import { refuseTakenDownText, reopenReportsOfMember, textHash } from '#domain/moderated-content.ts'
import { notLoggedIn, notYours } from '#platform/contract/failure.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { nameTaken } from '../contract.ts'
import { nameConstraints, nameKeys } from '../names/user-name.ts'
import { checkNewName, takeUnprovenName } from '../names/free-name.server.ts'
import {
  changeBio,
  changeDisplayName,
  changeName,
  nameChangedLately,
  ownAccount,
  saveLocation,
  deleteAccount,
  disableAccount,
} from './contract.ts'
import { emailKey } from '../shapes.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { deleteMailTokens } from '#features/mail/tokens.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { reloginRequired } from '../credentials/contract.ts'
import { lockViewer, identityChecks } from '../credentials/prove.server.ts'

const year = 365 * 24 * 60 * 60 * 1000

export const profileHandlers = ({ database, clock }: Services) => {
  /** Returns when the name can be changed next; null is at once. `saveUserName` has the same rule. */
  const nextChange = ({
    name_by_operator,
    user_name_changed_at: changed,
    suspended_at,
  }: NameChange) => {
    if (!changed || (suspended_at && changed <= suspended_at && !name_by_operator)) return null
    const from = new Date(changed.getTime() + year)
    return from > clock.now() ? from.toISOString() : null
  }

  return [
    implementCall(ownAccount, async ({ viewer }) => {
      const user = await accountOf(database, viewer.id)
      if (!user) throw notLoggedIn()
      const { latitude, longitude } = user
      return {
        id: user.id,
        userName: user.user_name,
        lostName: user.lost_name,
        nameChangeFrom: nextChange(user),
        firstName: user.first_name ?? '',
        lastName: user.last_name ?? '',
        email: user.email ?? '',
        pendingEmail: user.pending_email === user.email ? null : user.pending_email,
        verified: user.email_verified_at !== null,
        bio: user.bio,
        hasPassword: user.password_hash !== null,
        appleUnlinked: user.apple_unlinked,
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
    }),

    implementCall(changeName, async ({ input: { firstname, lastname }, viewer }) => {
      await updateMember(database, viewer.id, { first_name: firstname, last_name: lastname })
      return { result: { firstName: firstname, lastName: lastname } }
    }),

    implementCall(changeDisplayName, async ({ input: { userName }, viewer }) => {
      try {
        const saved = await saveUserName(database, viewer, userName, clock.now())
        return { result: { userName, nameChangeFrom: nextChange(saved) } }
      } catch (error) {
        if (!nameConstraints.some((constraint) => violatesConstraint(error, constraint)))
          throw error
        throw nameTaken({ fields: { userName: nameTaken.message } })
      }
    }),

    implementCall(changeBio, async ({ input: { bio }, viewer }) => {
      await saveBio(database, viewer.id, bio)
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

const changeColumns = ['user_name_changed_at', 'suspended_at', 'name_by_operator'] as const
type NameChange = Pick<Selectable<DB['users']>, (typeof changeColumns)[number]>

/** Returns when the name was last changed. The same name, sent again since the answer was lost, or by mistake, is none. */
const saveUserName = (database: Database, viewer: Viewer, userName: string, now: Date) =>
  transact(database, async (tx): Promise<NameChange> => {
    const userId = viewer.id
    await takeUnprovenName(tx, viewer, userName, now)
    await lockViewer(tx, viewer)
    // Checks the one-year limit in the UPDATE itself, so that two simultaneous changes can't both succeed.
    const changed = await tx
      .updateTable('users')
      .set({
        user_name: userName,
        ...nameKeys(userName),
        user_name_changed_at: now,
        lost_name: null,
        name_by_operator: false,
      })
      .where('id', '=', userId)
      .where('user_name', '<>', userName)
      .where((is) =>
        is.or([
          is('user_name_changed_at', 'is', null),
          is('user_name_changed_at', '<=', new Date(now.getTime() - year)),
          // Who is taken down can put the name right, unless the operator did.
          is.and([
            is('user_name_changed_at', '<=', is.ref('suspended_at')),
            is('name_by_operator', '=', false),
          ]),
        ]),
      )
      .returning(changeColumns)
      .executeTakeFirst()
    if (!changed) {
      const own = await rowById(tx, 'users', userId, ['user_name', ...changeColumns])
      if (own?.user_name === userName) return own
      throw nameChangedLately()
    }
    await checkNewName(tx, userId, userName)
    return changed
  })

const saveBio = (database: Database, userId: number, bio: string) =>
  transact(database, async (tx) => {
    await lockMember(tx, userId)
    await refuseTakenDownText(tx, { userId, yoloId: null }, bio, 'bio')
    await updateMember(tx, userId, { bio })
    await reopenReportsOfMember(tx, userId, 'bio', textHash(bio))
  })

const accountOf = (database: Database, id: number) =>
  database
    .selectFrom('users')
    .select([
      'id',
      'user_name',
      'lost_name',
      ...changeColumns,
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
      openedByAppleSql.as('apple'),
      sql<boolean>`exists (select 1 from unlinked_identities where user_id = users.id)`.as(
        'apple_unlinked',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirst()

const grace = 14 * 24 * 60 * 60 * 1000

export const leavingHandlers = (services: Services) => {
  const { database, clock } = services
  const { toLeave } = identityChecks(services)

  const leave = (
    viewer: Viewer,
    proven: number,
    kind: 'disabled' | 'deletion-asked',
    ip: string,
    changes: UpdateObject<DB, 'users'>,
  ) =>
    transact(database, async (tx) => {
      const me = await lockViewer(tx, viewer)
      // The credentials have changed since they were verified.
      if (me.credential_version !== proven) throw reloginRequired()
      await updateMember(tx, viewer.id, changes)
      await deleteMailTokens(tx, viewer.id)
      await endSessions(tx, viewer.id)
      await sendMail(services, { kind, userId: viewer.id, ip }, tx)
    })

  return [
    implementCall(deleteAccount, async ({ input: { password }, viewer, request }) => {
      const proven = await toLeave(viewer, password, request)
      const deleteAt = new Date(clock.now().getTime() + grace)
      // The account is hidden immediately, like a disabled one.
      await leave(viewer, proven, 'deletion-asked', request.ip, {
        disabled_at: clock.now(),
        delete_at: deleteAt,
      })
      return { deleteAt: deleteAt.toISOString() }
    }),

    implementCall(disableAccount, async ({ input: { password }, viewer, request }) => {
      const proven = await toLeave(viewer, password, request)
      await leave(viewer, proven, 'disabled', request.ip, { disabled_at: clock.now() })
      return {}
    }),
  ]
}
