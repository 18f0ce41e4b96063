import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DownloadOwnData } from '#features/own-data/download.tsx'
import { forgetUnsaved } from '#platform/web/ui/overlay/unsaved.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { PasswordField } from '#platform/web/ui/form/field.tsx'
import { api } from '#platform/web/api/api.ts'
import { useForm } from '#platform/web/form.ts'
import { Username } from '../credentials/username.tsx'
import css from './account-page.module.css'

/** What has ended the sessions of who opens /logout, in the navigation's state. */
export type Departure = 'disabled' | 'deleted'

const texts = {
  disabled: {
    title: 'Disable your account?',
    text: 'You are logged out everywhere and your page disappears. Logging in brings it back.',
    button: 'Disable account',
  },
  deleted: {
    title: 'Delete your account?',
    text: 'It is gone at once, with your favorites, photos, upvotes, follows and reports. Nobody can bring it back.',
    button: 'Delete account',
  },
}

/** Lets a member download their data, and delete or disable their account. */
export function LeaveAccountPanel({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const [action, setAction] = useState<Departure | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const navigate = useNavigate()
  const form = useForm({
    names: ['password'],
    prefix: 'leave-',
    check: () => ({}),
    async send({ password }) {
      const route = action === 'deleted' ? 'DELETE /user' : 'POST /user/disable'
      await api(route, password ? { password } : {})
      // Leaves this page before the session ends here, because a page for members would redirect to the log-in.
      forgetUnsaved()
      await navigate('/logout', { state: action })
    },
  })
  const close = () => (form.busy ? undefined : setAction(null))

  return (
    <section className={css.panel} aria-labelledby="leave">
      <h2 id="leave">Your data</h2>
      <Banner tone="bad">{failed}</Banner>
      <p>All that we keep about you, with your photos, is yours to take along.</p>
      <Row>
        <DownloadOwnData onFailed={setFailed} />
        <Button variant="quiet" onClick={() => setAction('disabled')}>
          Disable account
        </Button>
        <Button variant="danger" onClick={() => setAction('deleted')}>
          Delete account
        </Button>
      </Row>
      <Dialog
        open={action !== null}
        onClose={close}
        title={action ? texts[action].title : ''}
        actions={
          <>
            <Button variant="secondary" onClick={close} data-autofocus>
              Back
            </Button>
            <Button variant="danger" type="submit" form="leave-form" busy={form.busy}>
              {action && texts[action].button}
            </Button>
          </>
        }
      >
        <form id="leave-form" {...form.form}>
          <Stack>
            <p>{action && texts[action].text}</p>
            {hasPassword && (
              <>
                <Username email={email} />
                <PasswordField
                  {...form.field('password')}
                  label="Your password"
                  autoComplete="current-password"
                />
              </>
            )}
            <Banner tone="bad">{form.error?.message}</Banner>
          </Stack>
        </form>
      </Dialog>
    </section>
  )
}
