import type { ReactNode } from 'react'
import { VerifyNotice } from '#features/accounts/sign-up/verify-notice.tsx'
import { useSession } from '#platform/web/session.ts'

/** Asks an unverified member to verify their e-mail before they save a second favorite or add a second restaurant. */
export function VerifyFirst({
  children = 'Saving is allowed, but you must verify by e-mail first.',
}: {
  children?: ReactNode
}) {
  const { email } = useSession()
  return (
    <VerifyNotice>
      {children} Open the link that we sent{email && ` to ${email}`}; what you typed stays here.
    </VerifyNotice>
  )
}
