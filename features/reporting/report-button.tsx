import { lazy, Suspense, useState } from 'react'
import { useSession } from '#platform/web/session/session.ts'
import { Flag } from 'lucide-react'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import type { Reportable } from './report-dialog.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

type Props = {
  things: Reportable[]
  /** Shows the log-in, and calls `after` once the visitor has logged in. */
  ask: (why: string, after: () => void) => void
  /** The button's text. With `flag`, the button shows a flag instead, and this is its label for screen readers. */
  children: string
  flag?: boolean
}

/** A button that lets a member report something of another member. */
export function ReportButton({ things, ask, children, flag }: Props) {
  const { isLogged } = useSession()
  const [open, setOpen] = useState(false)
  const begin = () => setOpen(true)
  const onClick = isLogged ? begin : () => ask('Log in to report it.', begin)
  return (
    <>
      {flag ? (
        <IconButton label={children} aria-haspopup="dialog" icon={<Flag />} onClick={onClick} />
      ) : (
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={onClick}>
          {children}
        </Button>
      )}
      {open && (
        <Suspense>
          <ReportDialog things={things} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
