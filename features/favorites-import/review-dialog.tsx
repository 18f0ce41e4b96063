import { useEffect, useRef, useState } from 'react'
import { VerifyFirst } from '#features/yolos/wizard/verify-first.tsx'
import type { ApiError } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-forget-on-log-in.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { List, Stack } from '#platform/web/ui/page/layout.tsx'
import css from './bring.module.css'
import { ChosenRow } from './place-row.tsx'
import { type BroughtPlace, changePlace } from './progress.ts'
import { saveChosen } from './save-chosen.ts'

type Props = {
  open: boolean
  chosen: readonly BroughtPlace[]
  onClose: () => void
  /** Called after saving, unless an error stopped it. */
  onSaved: () => void
}

/** Shows the chosen favorites, which will become public, and saves them. */
export function ReviewDialog({ open, chosen, onClose, onSaved }: Props) {
  const { name } = useSession()
  const [saving, setSaving] = useState<{ done: number; of: number } | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  useForgetOnLogIn(error, () => setError(null))
  const save = async () => {
    setError(null)
    setSaving({ done: 0, of: chosen.length })
    const failed = await saveChosen(chosen, (done) => setSaving({ done, of: chosen.length }))
    setSaving(null)
    setError(failed)
    if (!failed) onSaved()
  }
  const close = () => {
    if (saving) return
    setError(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={titleOf(chosen.length)}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            BACK
          </Button>
          {chosen.length > 0 && (
            <Button
              busy={saving !== null}
              busyLabel={saving ? `Saving ${saving.done + 1} of ${saving.of}…` : ''}
              onClick={() => void save()}
            >
              {saving
                ? `Saving ${Math.min(saving.done + 1, saving.of)} of ${saving.of}`
                : `Save ${countWithNoun(chosen.length, 'favorite')}`}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {chosen.length > 0 && (
          <p>
            Anyone can see these, with your display name {name}: on lists, on the restaurants’ pages
            and on yours. Nothing else of your file is sent.
          </p>
        )}
        <SaveError error={error} />
        <List>
          {chosen.map((brought) => (
            <li key={brought.id}>
              <ChosenRow brought={brought}>
                <Button
                  size="small"
                  variant="quiet"
                  disabled={saving !== null}
                  onClick={() => changePlace(brought.id, { state: 'open', problem: null })}
                >
                  Take out
                  <span className="visually-hidden"> {brought.favorite?.itemName}</span>
                </Button>
              </ChosenRow>
            </li>
          ))}
        </List>
      </Stack>
    </Dialog>
  )
}

function titleOf(count: number): string {
  if (count === 0) return 'Nothing is chosen'
  return `Save ${count === 1 ? 'this one' : `these ${count}`}?`
}

/** Says why saving has stopped, and scrolls there: the button that was pressed may stand far below. */
export function SaveError({ error }: { error: ApiError | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) box.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={box} className={css.error}>
      {error?.code === 'verify_first' ? (
        <VerifyFirst />
      ) : (
        <Banner tone="bad">{error?.message}</Banner>
      )}
    </div>
  )
}
