/** The state with which the account page leads to /logout: what its member has just done. */
export type Left = { left: 'deleted'; deleteAt: string } | { left: 'disabled' }

export function isLeft(state: unknown): state is Left {
  const { left, deleteAt } = (state ?? {}) as Record<string, unknown>
  return left === 'disabled' || (left === 'deleted' && typeof deleteAt === 'string')
}
