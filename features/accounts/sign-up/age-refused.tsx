import type { ReactNode } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { stored, useStored } from '#platform/web/stored.ts'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'

const day = 24 * 60 * 60 * 1000

/** For a day nobody joins in this browser: who was refused doesn't try again at once with another year. */
const heldBack = stored<boolean>(
  'joiningHeldUntil',
  false,
  (until) => (typeof until === 'number' && until > Date.now() ? true : undefined),
  () => Date.now() + day,
)

export function holdBackWhere(error: unknown): void {
  if (error instanceof ApiError && error.code === 'too_young') heldBack.set(true)
}

/** The way to join, or why not: said neutrally, so that no answer is suggested. */
export function UnlessHeldBack({ children }: { children: ReactNode }) {
  if (!useStored(heldBack)) return children
  return (
    <EmptyState
      title="Sorry, we can’t make an account for you at the moment."
      action={<LinkButton to="/home">See what’s good near you</LinkButton>}
    />
  )
}
