import type { ReactNode } from 'react'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { session, useSession } from '#platform/web/session.ts'
import { Content } from '#platform/web/ui/page/layout.tsx'

/** Whether the admin's calls would be answered; the server decides it anew with each. */
export const adminIsHere = () => isAdmin(whoIs(session().id))

/** An admin's page; everyone else sees two words. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { id } = useSession()
  return <Content>{isAdmin(whoIs(id)) ? children : <h1>Access denied.</h1>}</Content>
}

const whoIs = (id: number | null) => (id === null ? null : { id })
