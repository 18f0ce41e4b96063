import { useRevalidator } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { changeSession, isActing, session } from '#platform/web/session/session.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { EmailField, Field } from '#platform/web/ui/form/field.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import css from './account-page.module.css'
import { BlockedMembers } from './blocked-members.tsx'
import { LeaveAccountPanel } from './leave.tsx'
import { VerifyNotice } from '../sign-up/verify-notice.tsx'
import { ChangePassword } from '../credentials/change-password.tsx'
import { ConfirmedValueForm } from './confirmed-value-form.tsx'

export const handle: Handle = { title: 'Your account', members: true }

export const loader = async ({ api }: LoaderArgs) => {
  const [me, blocked] = await Promise.all([api('GET /user', {}), api('GET /follow/blocked', {})])
  // The account may have changed on another device.
  const { id, userName: name, verified, email } = me
  if (session().id === id) changeSession({ name, verified, ...(!isActing() && { email }) })
  return { me, blocked }
}

type Me = Output<'GET /user'>

/** Saves the first two words as first and last name. Further words have always been ignored here. */
async function saveName(name: string): Promise<string> {
  const [firstname = '', lastname = ''] = name.split(/\s+/)
  const { result } = await api('PUT /user/name', { firstname, lastname })
  return `Your name is ${`${result.firstName} ${result.lastName}`.trim()} now.`
}

/** Asks for a new e-mail. A member without a password must have just logged in with Apple instead. */
async function saveEmail(email: string, password: string): Promise<string> {
  await api('PUT /user/email', { email, ...(password ? { password } : {}) })
  return 'We have sent a link there. You are logged out everywhere else.'
}

export function Component() {
  const { me, blocked } = useScreenData<typeof loader>()
  const { revalidate } = useRevalidator()
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
        {!me.verified && !me.pendingEmail && <VerifyNotice />}
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
        <ChangePassword {...me} />
        <BlockedMembers first={blocked} />
        <LeaveAccountPanel hasPassword={me.hasPassword} email={me.email} />
      </div>
    </Content>
  )
}

function ChangeEmail({ me }: { me: Me }) {
  const { revalidate } = useRevalidator()
  return (
    <section className={css.panel} aria-labelledby="email">
      <h2 id="email">Change e-mail</h2>
      <Banner tone="warn">
        {me.pendingEmail &&
          `${me.pendingEmail} waits to be confirmed: it becomes your e-mail when you press the button behind the link that we sent there.`}
      </Banner>
      <ConfirmedValueForm
        as={EmailField}
        what="email"
        label="New e-mail"
        again="New e-mail, once more"
        hint={me.email ? `Now: ${me.email}` : 'Now: none'}
        autoComplete="email"
        button="Change e-mail"
        proof={me.hasPassword ? me.email : null}
        save={async (email, password) => {
          const text = await saveEmail(email, password)
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
