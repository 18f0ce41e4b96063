import type { Access } from '#platform/contract/call.ts'

/** The ids that carry rights (rules: roles). Every permission question is asked in this module. */
export const adminIds: readonly number[] = [6, 7, 514]
export const chiefAdminId = 514
export const specialUserId = 20
/** Made and unmade by the operator only. */
export const roleIds: readonly number[] = [...adminIds, specialUserId]

/** A member, or a session, which is nobody's while its id is null. */
type Who = { id: number | null } | null

export const isAdmin = (who: Who): boolean => who?.id != null && adminIds.includes(who.id)
export const isChiefAdmin = (who: Who): boolean => who?.id === chiefAdminId
/** User 20 is outside the quota of 3 and may type the name shown on a yolo; never an admin. */
export const isSpecialUser = (who: Who): boolean => who?.id === specialUserId

export const mayEditYoloOf = (who: Who, ownerId: number): boolean =>
  who?.id === ownerId || isAdmin(who)

type Opening = { to: string; opens(who: Who): boolean }

/** Whom a call may be open to, besides anyone. Everything finer (whose thing is it?) is the handler's. */
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

/** Whether a role opens a call. */
export const allows = (access: Access, viewer: { id: number }): boolean =>
  access === 'anyone' || accesses[access].opens(viewer)

/** Who may call, for people. */
export const opensTo = (access: Access): string =>
  access === 'anyone' ? 'Anyone; a bearer token is optional.' : accesses[access].to
