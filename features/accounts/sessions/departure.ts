/** The state with which the account page leads to /logout: what its member has just done. */
export type Departure = { left: 'deleted'; deleteAt: string } | { left: 'disabled' }

export function isDeparture(state: unknown): state is Departure {
  const { left, deleteAt } = (state ?? {}) as Record<string, unknown>
  return left === 'disabled' || (left === 'deleted' && typeof deleteAt === 'string')
}
