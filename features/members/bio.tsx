import { type RefObject, useEffect, useRef, useState } from 'react'
import { Pencil } from 'lucide-react'
import { maxTextLength } from '#domain/text-limit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/field.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useLoadedState } from '#platform/web/api/use-loaded-state.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useConfirmLeave } from '#platform/web/ui/overlay/unsaved.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import css from './members.module.css'

/** The member's bio, edited in place on their own page, whose data is `page`. */
export function Bio({ bio: loaded, page }: { bio: string; page: unknown }) {
  const [bio, setBio] = useLoadedState(loaded, page)
  /** What is typed, and the bio that it began with, which may have been changed elsewhere since. */
  const [edited, setEdited] = useState<{ typed: string; before: string } | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const call = useCall('PUT /user/bio')

  const toast = useToast()

  useFocusOnEdit(place, edited !== null)

  const close = () => {
    setEdited(null)
    call.clear()
  }
  const isChanged = edited !== null && edited.typed.trim() !== edited.before
  const { leave, question } = useConfirmLeave(isChanged, close, call.busy)
  const save = async ({ typed }: NonNullable<typeof edited>) => {
    const answer = await call.run({ bio: typed })
    if (!answer) return
    const saved = answer.result.bio
    close()
    setBio(() => saved)
    toast('Bio saved.')
  }

  return (
    <div ref={place}>
      {edited === null ? (
        <div className={css.bioPlace}>
          {bio && <p className={css.bio}>{bio}</p>}
          <Button
            variant="quiet"
            size="small"
            icon={<Pencil />}
            onClick={() => setEdited({ typed: bio, before: bio })}
          >
            {bio ? 'Edit bio' : 'Add a bio'}
          </Button>
        </div>
      ) : (
        <form
          data-in-page
          onSubmit={(event) => {
            event.preventDefault()
            void save(edited)
          }}
        >
          <TextArea
            label="Bio"
            value={edited.typed}
            readOnly={call.busy}
            rows={3}
            maxLength={maxTextLength}
            error={call.fields.bio ?? call.error?.message ?? null}
            onChange={({ target }) => {
              setEdited({ ...edited, typed: target.value })
              call.clear()
            }}
          />
          <Row gap={2}>
            <Button type="submit" size="small" busy={call.busy}>
              Save
            </Button>
            <Button variant="secondary" size="small" onClick={leave}>
              Back
            </Button>
          </Row>
          {question}
        </form>
      )}
    </div>
  )
}

/** Focuses the field, and the button that opened it once it is closed. `autofocus` works only once a page. */
function useFocusOnEdit(place: RefObject<HTMLElement | null>, isEditing: boolean) {
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (isEditing === wasEditing.current) return
    wasEditing.current = isEditing
    place.current?.querySelector<HTMLElement>(isEditing ? 'textarea' : 'button')?.focus()
  }, [place, isEditing])
}
