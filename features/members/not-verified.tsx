import { justJoinedMemberId } from '#features/accounts/sign-up/welcome.tsx'
import { VerifyNotice } from '#features/accounts/sign-up/verify-notice.tsx'
import { useActingUser, useSession } from '#platform/web/session/session.ts'
import { useStored } from '#platform/web/storage/stored.ts'

/** Tells unverified members that what they do won't count for long, unless the welcome of newcomers tells them. */
export function NotVerified({ verified }: { verified: boolean }) {
  const session = useSession()
  const joined = useStored(justJoinedMemberId)
  const isActing = useActingUser() !== null
  if (verified || session.verified || isActing || joined === session.id) return null
  return (
    <VerifyNotice lead="Until you have verified an e-mail, your upvotes and your favorite count for 7 days only.">
      Open the link in our mail to {session.email}.
    </VerifyNotice>
  )
}
