import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { session, useSession } from '#platform/web/session/session.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { EmailField, Field } from '#platform/web/ui/form/field.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { LostName } from '../names/lost-name.tsx'
import css from './account-page.module.css'
import { BlockedMembers } from './blocked-members.tsx'
import { LeaveAccountPanel } from './leave.tsx'
import { noteAccount, useVerifiedSession } from '../sign-up/verified-elsewhere.ts'
import { VerifyNotice } from '../sign-up/verify-notice.tsx'
import { AppleLogin, UnlinkedApple } from '../credentials/apple-login.tsx'
import { ChangePassword } from '../credentials/change-password.tsx'
import { Sessions } from '../sessions/sessions-list.tsx'
import { PendingEmailNotice } from './pending-email.tsx'
import { ConfirmedValueForm } from './confirmed-value-form.tsx'

export const handle: Handle = { title: 'Your account', members: true }

export const loader = async ({ api }: LoaderArgs) => {
  const before = session()
  const [me, sessions, blocked] = await Promise.all([
    api('GET /user', {}),
    // An admin who acts as another user must not see that user's sessions.
    api('GET /sessions', {}).catch((error: unknown) => {
      if (refusalDetails(error, 'GET /sessions', 'not_as_another')) return []
      throw error
    }),
    api('GET /follow/blocked', {}),
  ])
  noteAccount(me, before)
  return { me, sessions, blocked }
}

/** Saves the first two words as first and last name. Further words have always been ignored here. */
async function saveName(name: string): Promise<string> {
  const [firstname = '', lastname = ''] = name.split(/\s+/)
  const { result } = await api('PUT /user/name', { firstname, lastname })
  return `Your name is ${`${result.firstName} ${result.lastName}`.trim()} now.`
}

/**
 * Requests a change of e-mail. A member without a password must have just logged in with Apple instead. The page says
 * of a new e-mail that it waits and a link was sent, but not of the `old` one, if that is confirmed once more.
 */
async function saveEmail(email: string, password: string, old: string): Promise<string> {
  const { result } = await api('PUT /user/email', { email, ...(password ? { password } : {}) })
  const sent = result.email === old ? `We have sent a link to ${old}. ` : ''
  return `${sent}You are logged out everywhere else.`
}

function ToVerify({ me: { email, pendingEmail } }: { me: Output<'GET /user'> }) {
  if (pendingEmail)
    return (
      <Banner tone="warn">
        Open the link in our mail to {pendingEmail}: it becomes your e-mail, and is verified.
        {email && ` Until then it is ${email}.`}
      </Banner>
    )
  return (
    <VerifyNotice isHere>Open the link in our mail to {email}, to verify your e-mail.</VerifyNotice>
  )
}

export function Component() {
  const { me, sessions, blocked } = useScreenData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { verified } = useSession()
  const mustVerify = !verified
  useVerifiedSession(mustVerify)
  const name = `${me.firstName} ${me.lastName}`.trim()
  return (
    <Content width="narrow">
      <div className={css.page}>
        <header className={css.head}>
          <h1>Your account</h1>
          <p className={css.lead}>
            Your display name is {me.userName}: everyone sees it.{' '}
            <Link to="/change-identity">Change that</Link>
          </p>
        </header>
        <LostName name={me.lostName} />
        {mustVerify && <ToVerify me={me} />}
        <section className={css.panel} aria-labelledby="name">
          <h2 id="name">Change name</h2>
          <p className={css.hint}>
            Your own name, which only our team sees. It isn’t your display name.
          </p>
          <ConfirmedValueForm
            as={Field}
            what="name"
            label="New name"
            again="New name, once more"
            hint={name ? `First and last name. Now: ${name}.` : 'First and last name.'}
            autoComplete="name"
            button="Change name"
            save={async (own) => {
              const text = await saveName(own)
              void revalidate()
              return text
            }}
          />
        </section>
        <ChangeEmail me={me} />
        <ChangePassword {...me} apple={me.loginInfo.appleLogin} />
        {me.loginInfo.appleLogin ? (
          <AppleLogin hasPassword={me.hasPassword} email={me.email} />
        ) : (
          me.appleUnlinked && <UnlinkedApple email={me.email} />
        )}
        <Sessions sessions={sessions} />
        <BlockedMembers first={blocked} />
        <LeaveAccountPanel hasPassword={me.hasPassword} />
      </div>
    </Content>
  )
}

function ChangeEmail({ me }: { me: Output<'GET /user'> }) {
  const { revalidate } = useRevalidator()
  const [settledChanges, setSettledChanges] = useState(0)
  return (
    <section className={css.panel} aria-labelledby="email">
      <h2 id="email">Change e-mail</h2>
      <PendingEmailNotice
        email={me.pendingEmail}
        onDone={() => setSettledChanges((before) => before + 1)}
      />
      {/* A new key removes the form's message, which is about a link that is now void or replaced. */}
      <ConfirmedValueForm
        key={settledChanges}
        as={EmailField}
        what="email"
        label="New e-mail"
        again="New e-mail, once more"
        hint={me.email ? `Now: ${me.email}` : 'Now: none'}
        autoComplete="email"
        button="Change e-mail"
        proof={me.hasPassword}
        save={async (email, password) => {
          const text = await saveEmail(email, password, me.email)
          void revalidate()
          return text
        }}
      />
      {!me.hasPassword && (
        <p className={css.hint}>
          You have no password: <a href="/api/login/apple?next=%2Faccount">sign in with Apple</a>{' '}
          once more, at most five minutes before you change it.
        </p>
      )}
    </section>
  )
}
