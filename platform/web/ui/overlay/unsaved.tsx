import { useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './dialog.tsx'

/** One function for each form on the page. It returns whether the form contains something that isn't saved. */
const forms = new Set<() => boolean>()

/** Asks before another page is opened, and before this one is closed, while `isUnsaved` returns true. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const check = useEffectEvent(isUnsaved)
  useEffect(() => {
    const form = () => check()
    forms.add(form)
    return () => {
      forms.delete(form)
      watchClosing()
    }
  }, [])
  useEffect(watchClosing)
}

/** Lets the page be left without a question. */
export function forgetUnsaved(): void {
  forms.clear()
  watchClosing()
}

const isAnythingUnsaved = () => [...forms].some((isUnsaved) => isUnsaved())
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Browsers don't keep a page with such a listener for Back, so there is one only while something is unsaved. */
function watchClosing(): void {
  if (isAnythingUnsaved()) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

/** Asks before a page with something unsaved is left. The router has a single blocker, so this is rendered once. */
export function NavigationGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isAnythingUnsaved(),
  )
  return (
    <LeaveQuestion
      open={blocker.state === 'blocked'}
      onYes={() => blocker.proceed?.()}
      onNo={() => blocker.reset?.()}
    />
  )
}

const LeaveQuestion = (props: { open: boolean; onYes: () => void; onNo: () => void }) => (
  <ConfirmDialog {...props} title="Leave without saving?" yes="Leave" no="Stay" danger>
    <p>What you changed is lost then.</p>
  </ConfirmDialog>
)

/**
 * Asks before the changes of a dialog or a form are lost. Render `question` next to it and call `leave` in place of
 * `onClose`. While the changes are being saved (`busy`), `leave` does nothing.
 */
export function useConfirmLeave(isChanged: boolean, onClose: () => void, busy = false) {
  const [isAsking, setAsking] = useState(false)
  useUnsaved(() => isChanged || busy)
  const leave = () => {
    if (busy) return
    if (isChanged) setAsking(true)
    else onClose()
  }
  const question = (
    <LeaveQuestion
      open={isAsking}
      onYes={() => {
        setAsking(false)
        onClose()
      }}
      onNo={() => setAsking(false)}
    />
  )
  return { leave, question }
}
