import type { Access } from '#platform/contract/call.ts'

/** The ids that carry rights (decision 8). Every permission question is asked in this module. */
export const adminIds: readonly number[] = [6, 7, 514]
export const chiefAdminId = 514
export const specialUserId = 20
/** Made and unmade by the operator only. */
export const roleIds: readonly number[] = [...adminIds, specialUserId]

type Who = { id: number } | null

export const isAdmin = (who: Who): boolean => who !== null && adminIds.includes(who.id)
export const isChiefAdmin = (who: Who): boolean => who?.id === chiefAdminId
/** User 20 is outside the quota of 3 and may type the name shown on a yolo; never an admin. */
export const isSpecialUser = (who: Who): boolean => who?.id === specialUserId

export const mayEditYoloOf = (who: Who, ownerId: number): boolean =>
  who !== null && (who.id === ownerId || isAdmin(who))

/** Whether a role opens a call. */
export function allows(access: Access, viewer: { id: number }): boolean {
  if (access === 'admin') return isAdmin(viewer)
  if (access === 'admin-514') return isChiefAdmin(viewer)
  if (access === 'admin-or-20') return isAdmin(viewer) || isSpecialUser(viewer)
  return true
}
