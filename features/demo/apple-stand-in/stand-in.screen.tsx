import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import type { Handle, LoaderArgs } from '#platform/web/screen.tsx'
import { storedValue } from '#platform/web/storage/stored.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmailField, Field } from '#platform/web/ui/form/field.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { AccountForm } from '#features/accounts/profile/account-form.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { useForm } from '#platform/web/form.ts'

export const handle: Handle = { title: 'Pretend Apple', head: () => ({ noindex: true }) }

/** Fails with a 404 if there is no stand-in. */
export const loader = async ({ api }: LoaderArgs) => {
  await api('GET /pretend-apple/.well-known/openid-configuration', {})
}

const names = ['firstName', 'lastName', 'email'] as const
type Person = Record<(typeof names)[number], string>

const nobody: Person = { firstName: '', lastName: '', email: '' }
/** The person whose details were last typed in on this device. */
const lastPerson = storedValue<Person>('pretend-apple', nobody, (json) => {
  const person = json as Person
  return names.every((name) => typeof person[name] === 'string') ? person : undefined
})

const back = '/api/login/apple/callback'

/** Answers as Apple does: the browser posts a form to the site that began the log-in. */
function answer(fields: Record<string, string>) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = back
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

export function Component() {
  const request = Object.fromEntries(new URLSearchParams(useLocation().search))
  return (
    <AccountPage
      title="Pretend Apple"
      lead="For trying out, no real accounts. Apple has no part in this page: it stands in for “Sign in with Apple” on this machine only, and believes whatever you type."
    >
      {request.state ? (
        <WhoForm request={request} state={request.state} />
      ) : (
        <Stack>
          <p>Nobody has asked you to sign in. The log-in page does.</p>
          <LinkButton to="/login">Current Members - Log In</LinkButton>
        </Stack>
      )}
    </AccountPage>
  )
}

function WhoForm({ request, state }: { request: Record<string, string>; state: string }) {
  const box = useRef<HTMLFormElement>(null)
  const [hide, setHide] = useState<'share' | 'hide'>('share')
  const form = useForm({
    names,
    check: ({ email }) => (email.trim() ? {} : { email: 'Please enter an e-mail.' }),
    async send({ firstName, lastName, email }) {
      const input = { ...request, email: email.trim(), hideEmail: hide === 'hide' } as never
      const { code } = await api('POST /pretend-apple/authorize', input)
      lastPerson.set({ firstName, lastName, email })
      answer({ state, code, user: JSON.stringify({ name: { firstName, lastName } }) })
    },
  })
  useEffect(() => {
    for (const name of names) {
      const field = box.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement && !field.value) field.value = lastPerson.get()[name]
    }
  }, [])

  return (
    <AccountForm
      ref={box}
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
      <Field
        {...form.field('firstName')}
        required={false}
        label="First name"
        optional
        autoComplete="given-name"
        maxLength={100}
      />
      <Field
        {...form.field('lastName')}
        required={false}
        label="Last name"
        optional
        autoComplete="family-name"
        maxLength={100}
      />
      <RadioGroup
        legend="What Yolo gets"
        options={[
          { value: 'share', label: 'My e-mail' },
          { value: 'hide', label: 'A relay address' },
        ]}
        value={hide}
        onChange={setHide}
      />
    </AccountForm>
  )
}
