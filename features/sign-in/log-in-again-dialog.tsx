import { useState } from 'react'
import { releaseHeldSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import css from './log-in-again.module.css'
import { LoginForm } from './login-form.tsx'

const stay = () => {}

/** A log-in dialog over a page with unsaved text. After the dialog is closed, a banner remains that opens it again. */
export default function LogInAgainDialog() {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <>
      <div className={css.bar}>
        <Banner
          tone="warn"
          action={
            <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
              Log in
            </Button>
          }
        >
          You are logged out. What you typed here isn’t saved yet.
        </Banner>
      </div>
      <Dialog
        open={open}
        onClose={close}
        onlyClosedByButtons
        title="You are logged out"
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Back
            </Button>
            <Button variant="quiet" onClick={releaseHeldSession}>
              Leave it
            </Button>
          </>
        }
      >
        <Stack>
          <p>
            It happened in another tab or on another device. Log in again to go on: what you typed
            is still here. Logging in also undoes deleting or disabling your account.
          </p>
          <LoginForm prefix="again-" onDone={stay} />
          <p>
            <a href="/start" target="_blank">
              Log in another way, in a new tab
            </a>
          </p>
        </Stack>
      </Dialog>
    </>
  )
}
