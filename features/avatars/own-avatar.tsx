import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Pencil } from 'lucide-react'
import { useLoadedState } from '#platform/web/api/use-loaded-state.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { largeAvatarUrl } from './address.ts'
import css from './own-avatar.module.css'

const AvatarDialog = lazy(() =>
  import('./avatar-dialog.tsx').then(({ AvatarDialog: Opened }) => ({ default: Opened })),
)

type Props = { userId: number; userName: string; version: string | null; page: unknown }

/** The viewer's picture on their own page, whose data is `page`. Pressing it opens a dialog that changes it. */
export function OwnAvatar({ userId, userName, version: loaded, page }: Props) {
  const [version, setVersion] = useLoadedState(loaded, page)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  // The button can take the focus only after the dialog is gone.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <>
      <button ref={button} type="button" className={css.change} onClick={() => setOpen(true)}>
        <Avatar name={userName} src={largeAvatarUrl(userId, userName, version)} size="large" />
        <span className={css.mark}>
          <Pencil aria-hidden="true" />
        </span>
        <span className="visually-hidden">Change your picture</span>
      </button>
      {open && (
        <Suspense>
          <AvatarDialog
            stored={version && largeAvatarUrl(userId, userName, version)}
            onChanged={(now) => {
              setVersion(() => now)
              close()
            }}
            onLeave={close}
          />
        </Suspense>
      )}
    </>
  )
}
