import { type ReactNode, useEffect } from 'react'
import { watchVerifiedSession } from '#features/accounts/sign-up/verified-elsewhere.ts'
import { VerifyNotice } from '#features/accounts/sign-up/verify-notice.tsx'
import { useSession } from '#platform/web/session/session.ts'

/**
 * Asks an unverified member to verify their e-mail before they save a second favorite or add a second restaurant. The
 * refusal is forgotten once they have done so, in another tab or on another device, see `useForgetOnLogIn()`.
 */
export function VerifyFirst({
  children = 'Saving is allowed, but you must verify by e-mail first.',
}: {
  children?: ReactNode
}) {
  const { email } = useSession()
  // Another account may have taken their e-mail since.
  useEffect(() => watchVerifiedSession(), [])
  return (
    <VerifyNotice lead={children}>
      Open the link that we sent{email && ` to ${email}`}; what you typed stays here.
    </VerifyNotice>
  )
}
