import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { api, asApiError, mayWorkLater } from '#platform/web/api/api.ts'
import { LoadingShell } from '#platform/web/browser-only.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { changeSession, session, useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { askForAccount } from '#features/accounts/sign-up/verified-elsewhere.ts'
import { NoEmailText, useHasNoEmail } from '#features/accounts/sign-up/verify-notice.tsx'
import { perMailbox } from '#features/accounts/sign-up/welcome.tsx'
import { LoginForm } from './login-form.tsx'
import { TapToVerify } from './tap-to-verify.tsx'

export const handle: Handle = { title: 'Verify your e-mail', browserOnly: true }

type Check = Output<'POST /verify-email/check'>
type Answer = Output<'POST /verify-email'>
type Verifying = {
  email: string | null
  changed: boolean
  /** True if this browser is logged in to another account. */
  isAnothers: boolean
}

type Outcome =
  | 'asking'
  | { offer: Check }
  | Verifying
  | { taken: string; title: string }
  | { later: string }
  | { why: string }

const inUse = {
  title: 'Another account has this e-mail',
  taken:
    'If it is to become the e-mail of your account, log in to yours, with its e-mail of now. If you didn’t ask for that, just close this page.',
}

/** Also shown if the member opens the mailed link a second time. */
const spent = 'This link was used already, or it is too old'

/**
 * Asks what the link would do. It does that at once only where its member is logged in: elsewhere it takes a tap,
 * because mail scanners open links, too, and run scripts.
 */
async function open(token: string): Promise<Outcome> {
  if (!token) return { why: 'Its end is missing' }
  try {
    const offer = await api('POST /verify-email/check', { token })
    // Only who is logged in can take the address from another account.
    if (!offer.isOwn && offer.takes) return inUse
    return offer.isOwn && !offer.takes ? await verify(token) : { offer }
  } catch (error) {
    return failed(error)
  }
}

async function verify(token: string): Promise<Outcome> {
  try {
    return verified(await api('POST /verify-email', { token }))
  } catch (error) {
    return failed(error)
  }
}

function verified({ id, email, changed }: Answer): Outcome {
  const isOwn = session().id === id
  if (isOwn) changeSession({ verified: true })
  // The log-in form suggests this browser's e-mail: the new one from now on, or none if we aren't told the new one.
  if (email) changeSession({ email })
  else if (changed && (isOwn || !session().isLogged)) changeSession({ email: '' })
  return { email, changed, isAnothers: session().isLogged && !isOwn }
}

async function failed(error: unknown): Promise<Outcome> {
  const refused = asApiError(error)
  const { code, message } = refused
  if (mayWorkLater(refused)) return { later: message }
  if (code === 'address_in_use')
    return session().isLogged
      ? {
          title: inUse.title,
          taken: 'It was confirmed there, and stays the e-mail of that account.',
        }
      : inUse
  if (code === 'mailbox_taken') return { taken: message, title: 'This e-mail can’t be verified' }
  // The page says which e-mail the member has, which may have been changed on another device.
  if (session().isLogged) await askForAccount()
  return { why: code === 'invalid_token' ? spent : message.replace(/\.$/, '') }
}

export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { isLogged, verified: isVerified, email } = useSession()
  const hasNoEmail = useHasNoEmail()
  const [outcome, setOutcome] = useState<Outcome>('asking')
  const isSent = useRef(false)

  useEffect(() => {
    // A link works only once, so a second request would turn success into failure.
    if (isSent.current) return
    isSent.current = true
    void open(token).then(setOutcome)
  }, [token])

  if (outcome === 'asking') return <LoadingShell />
  if ('offer' in outcome) {
    const { offer } = outcome
    return (
      <TapToVerify
        token={token}
        offer={offer}
        onDone={(answer) => setOutcome(verified(answer))}
        onRefused={async (error) => setOutcome(await failed(error))}
      />
    )
  }
  if ('later' in outcome) {
    const again = async () => {
      setOutcome('asking')
      setOutcome(await open(token))
    }
    return (
      <AccountPage title="Verify your e-mail">
        <TryAgain message={outcome.later} onRetry={again} />
      </AccountPage>
    )
  }
  if ('changed' in outcome) return <Verified {...outcome} />
  if ('taken' in outcome)
    return (
      <AccountPage title={outcome.title}>
        <Banner tone="warn">{outcome.taken}</Banner>
        {isLogged ? (
          <LinkButton to="/account">Your account</LinkButton>
        ) : (
          <LoginForm onDone={() => void open(token).then(setOutcome)} />
        )}
      </AccountPage>
    )
  // The address is verified nevertheless: perhaps the link was opened twice, or was for a change that was canceled.
  if (isLogged && isVerified)
    return (
      <AccountPage title="This link doesn’t work any more">
        <Banner tone="warn">
          {outcome.why}, or its change was canceled. Your e-mail{email && ` is ${email}, and`} is
          verified.
        </Banner>
        <LinkButton to="/account">Your account</LinkButton>
      </AccountPage>
    )
  return (
    <AccountPage title="This link doesn’t work any more">
      <Banner tone="warn">
        {outcome.why}. <HowToVerify />
      </Banner>
      {isLogged ? !hasNoEmail && <SendAgain /> : <LoginForm />}
    </AccountPage>
  )
}

function Verified({ email, changed, isAnothers }: Verifying) {
  const { isLogged, name } = useSession()
  const navigate = useNavigate()
  if (isLogged && isAnothers)
    return (
      <AccountPage title={changed ? 'This e-mail is confirmed' : 'This e-mail is verified'}>
        <Banner tone="good">
          The e-mail of another account has been {changed ? 'changed' : 'verified'}. You are logged
          in as {name}.
        </Banner>
        <LinkButton to="/account">Your account</LinkButton>
      </AccountPage>
    )
  return (
    <AccountPage title={changed ? 'Your e-mail is changed' : 'Your e-mail is verified'}>
      <Banner tone="good">
        {changed
          ? `${email ?? 'The address that got this link'} is your e-mail now, and verified. Log in with it from now on.`
          : `Your e-mail${email ? `, ${email},` : ''} has been verified. Everything is open to you now.`}
      </Banner>
      {isLogged ? (
        <LinkButton to="/home">Find something great to eat</LinkButton>
      ) : (
        <LoginForm onDone={() => void navigate('/home', { replace: true })} />
      )}
    </AccountPage>
  )
}

function HowToVerify() {
  const { isLogged } = useSession()
  const hasNoEmail = useHasNoEmail()
  if (hasNoEmail) return <NoEmailText />
  return isLogged
    ? 'We can send you a new one.'
    : 'If your e-mail is verified already, just log in. If it isn’t, log in, and we can send you a new link.'
}

function SendAgain() {
  const again = useCall('POST /resend-verification')
  const [sent, setSent] = useState(false)
  const send = async () => setSent((await again.run({})) !== undefined)
  return (
    <>
      <Banner tone={again.error ? 'bad' : 'good'}>
        {again.error?.message ?? (sent && `A new link is on its way to you. ${perMailbox}`)}
      </Banner>
      <Button busy={again.busy} onClick={() => void send()}>
        Send a new link
      </Button>
    </>
  )
}
