import { useLocation } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { nextParam } from '#platform/web/navigation/next-path.ts'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'
import { LoginForm } from './login-form.tsx'

/** A dialog to log in or join, shown when a visitor taps something that only members can do. */
export default function LoginOverlay({
  open,
  onBack,
  onDone,
  why,
}: {
  open: boolean
  onBack: () => void
  /** Called after a log-in in the dialog. The page below is unchanged. */
  onDone: () => void
  /** A sentence that says why a log-in is needed. */
  why?: string
}) {
  const location = useLocation()
  return (
    <Dialog
      open={open}
      onClose={onBack}
      title="Almost Done!"
      actions={
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      }
    >
      <Stack>
        {why && <p>{why}</p>}
        <LoginForm prefix="overlay-" onDone={onDone} />
        <LinkButton variant="secondary" wide to={`/signup?${nextParam(location)}`}>
          New Members - Join
        </LinkButton>
        <AppleButton next={location.pathname + location.search} />
      </Stack>
    </Dialog>
  )
}
