import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#platform/web/api/api.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { changeSession } from '#platform/web/session/session.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { useForm } from '#platform/web/form.ts'
import css from './account-page.module.css'
import { AccountPage } from './account-page.tsx'

export const handle: Handle = { title: 'Change identity', members: true }

export const loader = ({ api }: LoaderArgs) => api('GET /user', {})

export function Component() {
  const me = useScreenData<typeof loader>()
  const day = new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium' })
  const [editing, setEditing] = useState(false)
  const [success, setSuccess] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLFormElement>(null)
  const form = useForm({
    names: ['userName'],
    asksToLeave: true,
    check: ({ userName }) => (userName.trim() ? {} : { userName: 'Please choose a name.' }),
    async send({ userName }) {
      const { result } = await api('PUT /user/display-name', { userName })
      changeSession({ name: result.userName })
      setSuccess(`You are ${result.userName} now.`)
      setEditing(false)
      await revalidate()
    },
  })
  const begin = () => {
    setSuccess(null)
    setEditing(true)
    const field = box.current?.elements.namedItem('userName')
    if (field instanceof HTMLInputElement) field.focus()
  }
  return (
    <AccountPage
      title="Change identity"
      lead="You are allowed 1 name change per year. Choose wisely :)"
    >
      <form ref={box} {...form.form} className={css.form}>
        <Banner key={form.attempt} tone={form.error ? 'bad' : 'good'}>
          {form.error?.message ?? success}
        </Banner>
        <Field
          {...form.field('userName')}
          key={me.userName}
          label="Your name"
          hint={
            me.nameChangeFrom
              ? `You can change it again from ${day.format(new Date(me.nameChangeFrom))}.`
              : 'Everyone sees it next to your favorites.'
          }
          defaultValue={me.userName}
          readOnly={!editing || form.busy}
          autoComplete="nickname"
          maxLength={50}
        />
        <Row>
          <LinkButton variant="secondary" to="/my-page">
            BACK
          </LinkButton>
          <Button
            variant="secondary"
            disabled={editing || me.nameChangeFrom !== null}
            onClick={begin}
          >
            Edit
          </Button>
          <Button type="submit" disabled={!editing} busy={form.busy}>
            Save
          </Button>
        </Row>
      </form>
    </AccountPage>
  )
}
