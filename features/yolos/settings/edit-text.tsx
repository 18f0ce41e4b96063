import { type ReactNode, useState } from 'react'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { useSession } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { useCall } from '#platform/web/use-call.ts'
import { api } from '#platform/web/api.ts'
import { characters } from '#platform/text/characters.ts'
import { textLimit } from '#domain/text-limit.ts'
import type { ActionProps } from './actions.tsx'
import { useUndo } from './use-undo.ts'
import { voteWord } from './vote-word.ts'

export function TextAction({ yolo, onClose, onDone, reload }: ActionProps) {
  const { id: viewer } = useSession()
  const [text, setText] = useState(yolo.description)
  const [userName, setUserName] = useState(yolo.userName)
  const typesName = viewer === yolo.userId && isSpecialUser({ id: viewer })
  const { run, busy, error, fields, clear } = useCall('PUT /yolos')
  const undoable = useUndo(reload)
  const tooLong = characters(text.trim()) > textLimit ? `At most ${textLimit} characters.` : null
  const save = async () => {
    const { id, description, userName: shown } = yolo
    const named = (name: string) =>
      typesName && userName.trim() !== shown ? { userName: name } : {}
    if (tooLong || !(await run({ id, description: text, ...named(userName) }))) return
    undoable('Yolo saved.', () => api('PUT /yolos', { id, description, ...named(shown) }))
    onDone()
  }
  return (
    <TextForm
      title={yolo.description ? 'Edit Yolo Text' : 'Add Yolo Text'}
      problem={fields.description || fields.userName ? null : error?.message}
      busy={busy}
      onBack={onClose}
      onSave={() => void save()}
    >
      <TextArea
        label="Your review"
        placeholder="Tell us why you love it!"
        maxLength={textLimit}
        value={text}
        error={fields.description ?? tooLong}
        onChange={({ target }) => {
          setText(target.value)
          clear()
        }}
        data-autofocus
      />
      {typesName && (
        <Field
          label="User name shown"
          autoComplete="off"
          value={userName}
          error={fields.userName}
          onChange={({ target }) => {
            setUserName(target.value)
            clear()
          }}
        />
      )}
    </TextForm>
  )
}

export function NameAction({ card, yolo, onClose, onDone, reload }: ActionProps) {
  const [name, setName] = useState(card.itemName)
  const { run, busy, error, fields, clear } = useCall('PUT /yolo/name')
  const undoable = useUndo(reload)
  const tooLong = characters(name.trim()) > textLimit ? `At most ${textLimit} characters.` : null
  const save = async () => {
    const renamed = tooLong ? undefined : await run({ yoloId: yolo.id, new_name: name })
    if (!renamed) return
    undoable(`Name changed.${voteWord(renamed)}`, () =>
      api('PUT /yolo/name', { yoloId: yolo.id, new_name: card.itemName }),
    )
    onDone()
  }
  return (
    <TextForm
      title="Edit Yolo Name"
      problem={fields.new_name ? null : error?.message}
      busy={busy}
      onBack={onClose}
      onSave={() => void save()}
    >
      <Field
        label="Name of the menu item"
        autoComplete="off"
        value={name}
        limit={textLimit}
        error={fields.new_name ?? tooLong}
        onChange={({ target }) => {
          setName(target.value)
          clear()
        }}
        data-autofocus
      />
    </TextForm>
  )
}

export function UpvotesAction({ card, onClose, onDone, reload }: ActionProps) {
  const [count, setCount] = useState(String(card.upvoteCount))
  const { run, busy, error, fields, clear } = useCall('POST /items/upvote-yolo')
  const undoable = useUndo(reload)
  const whole = /^\d{1,7}$/.test(count.trim())
  const save = async () => {
    const { id: itemId, upvoteCount: before } = card
    if (!whole || !(await run({ itemId, newCount: Number(count) }))) return
    undoable('Upvotes saved.', () => api('POST /items/upvote-yolo', { itemId, newCount: before }))
    onDone()
  }
  return (
    <TextForm
      title="Upvote Yolo"
      problem={fields.newCount ? null : error?.message}
      busy={busy}
      onBack={onClose}
      onSave={() => void save()}
    >
      <Field
        label="Number of upvotes"
        inputMode="numeric"
        autoComplete="off"
        value={count}
        error={fields.newCount ?? (whole ? null : 'Please give a whole number.')}
        onChange={({ target }) => {
          setCount(target.value)
          clear()
        }}
        data-autofocus
      />
    </TextForm>
  )
}

type TextFormProps = {
  title: string
  problem: ReactNode
  busy: boolean
  onBack: () => void
  onSave: () => void
  children: ReactNode
}

function TextForm({ title, problem, busy, onBack, onSave, children }: TextFormProps) {
  return (
    <Dialog
      open
      firm
      title={title}
      onClose={onBack}
      actions={
        <>
          <Button look="secondary" onClick={onBack}>
            Back
          </Button>
          <Button busy={busy} busyLabel="Saving…" onClick={onSave}>
            Save Yolo
          </Button>
        </>
      }
    >
      <Stack>
        <Banner tone="bad">{problem}</Banner>
        {children}
      </Stack>
    </Dialog>
  )
}
