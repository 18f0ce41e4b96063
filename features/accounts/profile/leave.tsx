import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadFile } from '#platform/web/storage/save-file.ts'
import { forgetUnsaved } from '#platform/web/ui/overlay/unsaved.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import type { LogoutState } from '../sessions/departure.ts'
import css from './account-page.module.css'

type Action = 'disable' | 'delete'

const texts = {
  disable: {
    title: 'Disable your account?',
    text: 'You are logged out everywhere and your page disappears. Logging in brings it back.',
    button: 'Disable account',
  },
  delete: {
    title: 'Delete your account?',
    text: 'In 14 days it is gone, with your favorites, photos, upvotes and reports. Until then, logging in undoes it.',
    button: 'Delete account',
  },
}

const perhapsDone =
  ' Perhaps it is done all the same: if you are asked to log in now, it is, and logging in undoes it.'

/** Lets a member download their data, and delete or disable their account. */
export function LeaveAccountPanel({ hasPassword }: { hasPassword: boolean }) {
  const [action, setAction] = useState<Action | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const remove = useCall('DELETE /user')
  const disable = useCall('POST /user/disable')
  const call = action === 'delete' ? remove : disable
  const navigate = useNavigate()
  const close = () => (call.busy ? undefined : setAction(null))

  const deleteAccount = async (input: { password?: string }): Promise<LogoutState | undefined> => {
    const answer = await remove.run(input)
    return answer && { left: 'deleted', deleteAt: answer.deleteAt }
  }
  const disableAccount = async (input: { password?: string }): Promise<LogoutState | undefined> =>
    (await disable.run(input)) && { left: 'disabled' }

  async function go(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    const input = typeof password === 'string' && password ? { password } : {}
    const state = await (action === 'delete' ? deleteAccount(input) : disableAccount(input))
    // Leaves this page before the session ends here, because a page for members would redirect to the log-in.
    if (!state) return
    forgetUnsaved()
    await navigate('/logout', { state })
  }

  return (
    <section className={css.panel} aria-labelledby="leave">
      <h2 id="leave">Your data</h2>
      <Banner tone="bad">{failed}</Banner>
      <p>All that we keep about you, as JSON and as tables, is yours to take along.</p>
      <Row>
        <DownloadOwnData onFailed={setFailed} />
        <Button variant="quiet" onClick={() => setAction('disable')}>
          Disable account
        </Button>
        <Button variant="danger" onClick={() => setAction('delete')}>
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
            <Button variant="danger" type="submit" form="leave-form" busy={call.busy}>
              {action && texts[action].button}
            </Button>
          </>
        }
      >
        <form id="leave-form" method="post" noValidate onSubmit={(event) => void go(event)}>
          <Stack>
            <p>{action && texts[action].text}</p>
            {hasPassword && (
              <PasswordField
                name="password"
                label="Your password"
                autoComplete="current-password"
                error={call.fields.password}
              />
            )}
            {call.error && !call.fields.password && (
              <Banner tone="bad">
                {call.error.message}
                {call.error.code === 'offline' && perhapsDone}
              </Banner>
            )}
          </Stack>
        </form>
      </Dialog>
    </section>
  )
}

/** `onFailed` is called with a text if the data couldn't be fetched, and with null when they are asked for. */
function DownloadOwnData({ onFailed }: { onFailed: (text: string | null) => void }) {
  const [fetching, setFetching] = useState(false)
  async function download() {
    onFailed(null)
    setFetching(true)
    if (!(await downloadFile('/user/export', 'yolo-my-data.zip')))
      onFailed('Your data could not be fetched. Please try again later.')
    setFetching(false)
  }
  return (
    <Button
      variant="secondary"
      busy={fetching}
      busyLabel="Fetching your data"
      onClick={() => void download()}
    >
      Download my data
    </Button>
  )
}
