import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { changeSession, session, useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { LoginForm } from './login-form.tsx'

export const handle: Handle = { title: 'Verify your e-mail', browserOnly: true }

type Answer = Output<'POST /verify-email'>

/** The page that mails link to. It takes a press of a button, because mail scanners open links, too. */
export function Component() {
  const [params] = useSearchParams()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { run, busy, error } = useCall('POST /verify-email')
  const token = params.get('token') ?? ''
  const changes = params.has('change')
  const isSpent = token === '' || error?.code === 'invalid_token' || error?.code === 'link_used'

  async function verify() {
    const answer = await run({ token })
    if (!answer) return
    if (session().id === answer.id) changeSession({ verified: true, email: answer.email })
    setAnswer(answer)
  }

  if (answer) return <Verified {...answer} />
  if (isSpent) return <Spent message={error?.message ?? 'The end of this link is missing.'} />
  return (
    <AccountPage
      title={changes ? 'Confirm your new e-mail?' : 'Verify your e-mail?'}
      lead={
        changes
          ? 'The address that got our mail becomes the e-mail of your account, and is verified.'
          : 'The address that got our mail is then verified as the e-mail of your account.'
      }
    >
      <Stack gap={3}>
        <Banner tone="bad">{error?.message}</Banner>
        <Button wide busy={busy} onClick={() => void verify()}>
          {changes ? 'Confirm my new e-mail' : 'Verify my e-mail'}
        </Button>
        <p>
          {changes
            ? 'If it wasn’t you who asked for it, just close this page: nothing changes.'
            : 'If you didn’t join Yolo, just close this page: the account stays unverified.'}
        </p>
      </Stack>
    </AccountPage>
  )
}

function Verified({ email, changed }: Answer) {
  const { isLogged } = useSession()
  const navigate = useNavigate()
  return (
    <AccountPage title={changed ? 'Your e-mail is changed' : 'Your e-mail is verified'}>
      <Banner tone="good">
        {changed
          ? 'The address that got this link is your e-mail now, and verified. Log in with it from now on.'
          : 'Your e-mail has been verified. Everything is open to you now.'}
      </Banner>
      {isLogged ? (
        <LinkButton to="/home">Find something great to eat</LinkButton>
      ) : (
        <LoginForm email={email} onDone={() => void navigate('/home', { replace: true })} />
      )}
    </AccountPage>
  )
}

/** `message` says why the link does nothing. The account's page shows whether the e-mail is verified. */
function Spent({ message }: { message: string }) {
  const { isLogged } = useSession()
  return (
    <AccountPage title="This link doesn’t work any more">
      <Banner tone="warn">
        {message} {!isLogged && 'Log in, and we can send you a new link.'}
      </Banner>
      {isLogged ? <LinkButton to="/account">Your account</LinkButton> : <LoginForm />}
    </AccountPage>
  )
}
