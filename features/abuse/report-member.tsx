import { lazy, Suspense, useState } from 'react'
import { useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

type Props = {
  userId: number
  userName: string
  /** Shows the log-in first. */
  ask: (why: string, after: () => void) => void
}

/** At the foot of a member's page. */
export function ReportMember({ userId, userName, ask }: Props) {
  const { isLogged } = useSession()
  const [open, setOpen] = useState(false)
  const begin = () => setOpen(true)
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        onClick={isLogged ? begin : () => ask('Log in to report it.', begin)}
      >
        Report {userName}
      </Button>
      {open && (
        <Suspense>
          <ReportDialog
            things={[{ kind: 'member', id: userId, words: userName }]}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
