import type { Access } from '#platform/contract/call.ts'

/** The ids of the admins (rules: roles). */
export const adminIds: readonly number[] = [6, 7, 514]
export const chiefAdminId = 514
export const specialUserId = 20
/** Accounts with a role. Only the operator creates and removes them. */
export const privilegedUserIds: readonly number[] = [...adminIds, specialUserId]

/** A member or a session. The id is null if nobody is logged in. */
type Who = { id: number | null } | null

export const isAdmin = (who: Who): boolean => who?.id != null && adminIds.includes(who.id)
export const isChiefAdmin = (who: Who): boolean => who?.id === chiefAdminId
/** User 20 has no quota and may choose the name shown on a yolo, but is never an admin. */
export const isSpecialUser = (who: Who): boolean => who?.id === specialUserId

export const canEditYoloOf = (who: Who, ownerId: number): boolean =>
  who?.id === ownerId || isAdmin(who)

type Opening = { to: string; opens(who: Who): boolean }

/**
 * The members who may make a call that isn't open to everyone. Handlers check finer rules, such as who owns a thing.
 */
const accesses = {
  member: { to: 'Members.', opens: () => true },
  admin: { to: 'Admins (6, 7 and 514).', opens: isAdmin },
  'admin-514': { to: 'Admin 514.', opens: isChiefAdmin },
  'admin-or-20': {
    to: 'Admins and user 20.',
    opens: (who) => isAdmin(who) || isSpecialUser(who),
  },
} satisfies Record<string, Opening>

declare module '#platform/contract/call.ts' {
  interface Accesses extends Record<keyof typeof accesses, true> {}
}

/** Returns whether this member's role permits a call. */
export const isAccessAllowed = (access: Access, viewer: { id: number }): boolean =>
  access === 'anyone' || accesses[access].opens(viewer)

/** Returns who may make a call, as a text for the API's documentation. */
export const accessDescription = (access: Access): string =>
  access === 'anyone' ? 'Anyone; a bearer token is optional.' : accesses[access].to
