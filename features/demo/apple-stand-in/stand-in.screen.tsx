import { useLocation } from 'react-router'
import type { Handle, LoaderArgs } from '#platform/web/screen.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmailField, Field } from '#platform/web/ui/form/field.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { useForm } from '#platform/web/form.ts'

export const handle: Handle = { title: 'Pretend Apple', head: () => ({ noindex: true }) }

/** Fails with a 404 if there is no stand-in. */
export const loader = async ({ api }: LoaderArgs) => {
  await api('GET /pretend-apple/.well-known/openid-configuration', {})
}

/** Answers as Apple does: the browser posts a form to the site that began the log-in. */
function answer(fields: Record<string, string>) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: '/api/login/apple/callback' })
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
}

export function Component() {
  const request = new URLSearchParams(useLocation().search)
  const [state, nonce] = [request.get('state'), request.get('nonce') ?? '']
  return (
    <AccountPage
      title="Pretend Apple"
      lead="For trying out, no real accounts. Apple has no part in this page: it stands in for “Sign in with Apple” on this machine only, and believes whatever you type."
    >
      {state ? (
        <WhoForm state={state} nonce={nonce} />
      ) : (
        <Stack>
          <p>Nobody has asked you to sign in. The log-in page does.</p>
          <LinkButton to="/login">Current Members - Log In</LinkButton>
        </Stack>
      )}
    </AccountPage>
  )
}

function WhoForm({ state, nonce }: { state: string; nonce: string }) {
  const form = useForm({
    names: ['firstName', 'lastName', 'email'],
    check: ({ email }) => (email.trim() ? {} : { email: 'Please enter an e-mail.' }),
    async send({ firstName, lastName, email }) {
      const code = `${new URLSearchParams({ email: email.trim(), nonce })}`
      answer({ state, code, user: JSON.stringify({ name: { firstName, lastName } }) })
    },
  })
  return (
    <AccountForm
      form={form}
      submit="Continue"
      busyLabel="Signing you in…"
      below={
        <Button
          variant="secondary"
          wide
          onClick={() => answer({ state, error: 'user_cancelled_authorize' })}
        >
          Cancel
        </Button>
      }
    >
      <EmailField
        {...form.field('email')}
        label="E-mail"
        hint="The same e-mail is the same person next time."
      />
      {(['firstName', 'lastName'] as const).map((name) => (
        <Field
          key={name}
          {...form.field(name)}
          required={false}
          label={name === 'firstName' ? 'First name' : 'Last name'}
          optional
          maxLength={100}
        />
      ))}
    </AccountForm>
  )
}
