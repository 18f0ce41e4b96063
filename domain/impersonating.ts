import { declareRefusal } from '#platform/contract/failure.ts'

export const notWhileImpersonating = declareRefusal(
  403,
  'not_as_another',
  'Not while you act for someone else: the account is theirs.',
)

/** Throws if the viewer is an admin acting as another user, whose credentials are theirs (docs/safety.md, S36). */
export function refuseWhileImpersonating(viewer: { actingUserId: number | null }): void {
  if (viewer.actingUserId !== null) throw notWhileImpersonating()
}
