import { useState, type ReactNode } from 'react'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useActingUser, useSession, useStored } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import css from './welcome.module.css'
import { justJoinedMemberId, perMailbox } from './welcome.tsx'

/** Whether the viewer's account has no e-mail to verify. While an admin acts as another user, that isn't known. */
export function useHasNoEmail(): boolean {
  const { isLogged, email } = useSession()
  const isActing = useActingUser() !== null
  return isLogged && email === '' && !isActing
}

/** What a member without an e-mail reads in place of a word about a mail. `isHere` on the page that adds one. */
export const NoEmailText = ({ isHere = false }: { isHere?: boolean }) => (
  <>
    Your account has no e-mail.{' '}
    {isHere ? (
      'Add one below'
    ) : (
      // In a tab of its own, so that what was typed stays.
      <Link to="/account" target="_blank">
        Add one
      </Link>
    )}
    : once you have verified it, all you do counts.
  </>
)

type Props = {
  /** Said first, if anything. */
  lead?: ReactNode
  /** Which link to open, for who has an e-mail. */
  children: ReactNode
  /** True on the page that adds an e-mail. */
  isHere?: boolean
}

/**
 * Asks an unverified member to open the mailed link, and sends the mail again on request. Who has no e-mail is asked to
 * add one.
 */
export function VerifyNotice({ lead, children, isHere }: Props) {
  const hasNoEmail = useHasNoEmail()
  if (!hasNoEmail) return <OpenMailedLink lead={lead}>{children}</OpenMailedLink>
  return (
    <Banner tone="warn">
      {lead} <NoEmailText isHere={isHere} />
    </Banner>
  )
}

function OpenMailedLink({ lead, children }: Omit<Props, 'isHere'>) {
  const resend = useCall('POST /resend-verification')
  const [sent, setSent] = useState(false)
  return (
    <div className={css.verify}>
      <Banner
        tone="warn"
        action={
          <Button
            variant="quiet"
            size="small"
            busy={resend.busy}
            onClick={() => void resend.run({}).then((answer) => setSent(answer !== undefined))}
          >
            Send it again
          </Button>
        }
      >
        {lead} {children}
      </Banner>
      <Banner tone={resend.error ? 'bad' : 'good'}>
        {resend.error?.message ?? (sent && `The mail is on its way. ${perMailbox}`)}
      </Banner>
    </div>
  )
}

/**
 * Tells unverified members that what they do won't count for long, unless the welcome of newcomers tells them. Which mail
 * to open, or to which address one goes, is told on the page of their account.
 */
export function NotVerified({ verified }: { verified: boolean }) {
  const session = useSession()
  const joined = useStored(justJoinedMemberId)
  const isActing = useActingUser() !== null
  if (verified || session.verified || isActing || joined === session.id) return null
  return (
    <Banner tone="warn">
      Your e-mail isn’t verified: from 7 days after you joined, your upvotes and your favorite count
      only once it is. <Link to="/account">Verify it</Link>
    </Banner>
  )
}
