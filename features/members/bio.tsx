import { useRef, useState } from 'react'
import Pencil from 'virtual:icons/pencil'
import { maxTextLength } from '#domain/text-limit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { useUndoToast } from '#platform/web/ui/overlay/undo-toast.ts'
import { api } from '#platform/web/api/api.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useConfirmLeave } from '#platform/web/ui/overlay/confirm-leave.tsx'
import css from './members.module.css'

/** The member's bio, edited in place. */
export function Bio({ bio: loaded }: { bio: string }) {
  const [bio, setBio] = useState(loaded)
  const [typed, setTyped] = useState<string | null>(null)
  const edit = useRef<HTMLDivElement>(null)
  const call = useCall('PUT /user/bio')

  const undoable = useUndoToast('bio', () => undefined)

  const close = () => {
    setTyped(null)
    setBio(call.standing.bio ?? bio)
    call.clear()
    requestAnimationFrame(() => edit.current?.querySelector('button')?.focus())
  }
  const isChanged = typed !== null && typed.trim() !== bio
  const { leave, question } = useConfirmLeave(isChanged && !call.busy, close)
  const save = async () => {
    const before = call.standing.bio ?? bio
    const answer = await call.run({ bio: typed ?? '', expected: { bio } })
    if (!answer) return
    const saved = answer.result.bio
    close()
    setBio(saved)
    undoable('Bio saved.', async () => {
      await api('PUT /user/bio', { bio: before, expected: { bio: saved } })
      setBio(before)
    })
  }

  if (typed === null)
    return (
      <div ref={edit} className={css.bioPlace}>
        {bio && <p className={css.bio}>{bio}</p>}
        <Button variant="quiet" size="small" icon={<Pencil />} onClick={() => setTyped(bio)}>
          {bio ? 'Edit bio' : 'Add a bio'}
        </Button>
      </div>
    )
  return (
    <form
      className={css.bioForm}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Banner tone="warn">{call.changedText}</Banner>
      <TextArea
        label="Bio"
        value={typed}
        rows={3}
        maxLength={maxTextLength}
        error={call.fields.bio ?? call.error?.message ?? null}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by the button that stood here
        autoFocus
        onChange={({ target }) => {
          setTyped(target.value)
          call.clear()
        }}
      />
      <div className={css.share}>
        <Button type="submit" size="small" busy={call.busy}>
          Save
        </Button>
        <Button variant="secondary" size="small" onClick={leave}>
          Back
        </Button>
      </div>
      {question}
    </form>
  )
}
