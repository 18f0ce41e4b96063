/** The navigation state that the account page passes to /logout: what the member has just done. */
export type LogoutState = ({ left: 'deleted'; deleteAt: string } | { left: 'disabled' }) & {
  /** True once the page has logged out, so that it doesn't do so again when it is loaded again. */
  isOver?: boolean
}

export function isLogoutState(state: unknown): state is LogoutState {
  const { left, deleteAt } = (state ?? {}) as Record<string, unknown>
  return left === 'disabled' || (left === 'deleted' && typeof deleteAt === 'string')
}
