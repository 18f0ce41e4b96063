import { type ReactNode, useState } from 'react'
import type * as adjustments from '#features/items/adjust.contract.ts'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Stack } from '#platform/web/ui/layout.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { useToast } from '#platform/web/ui/toast.tsx'
import { asApiError, useCall } from '#platform/web/use-call.ts'
import { api } from '#platform/web/api.ts'
import type * as yolos from './edit.contract.ts'
import { characters } from '#platform/text/characters.ts'
import { textLimit } from './limits.ts'
import type { DeedProps } from './settings-deeds.tsx'

export function TextDeed({ yolo, onClose, onDone }: DeedProps) {
  const [text, setText] = useState(yolo.description)
  const { run, busy, error, fields } = useCall<typeof yolos.editYolo>('PUT /yolos')
  const undoable = useUndo(onDone)
  const tooLong = characters(text.trim()) > textLimit ? `At most ${textLimit} characters.` : null
  const save = async () => {
    const before = yolo.description
    if (tooLong || !(await run({ id: yolo.id, description: text }))) return
    undoable('Yolo saved.', () =>
      api<typeof yolos.editYolo>('PUT /yolos', { id: yolo.id, description: before }),
    )
    onDone()
  }
  return (
    <Words
      title={yolo.description ? 'Edit Yolo Text' : 'Add Yolo Text'}
      problem={fields.description ? null : error?.message}
      busy={busy}
      onBack={onClose}
      onSave={() => void save()}
    >
      <TextArea
        label="Your words"
        placeholder="Tell us why you love it!"
        maxLength={textLimit}
        value={text}
        error={fields.description ?? tooLong}
        onChange={({ target }) => setText(target.value)}
        data-autofocus
      />
    </Words>
  )
}

export function NameDeed({ card, yolo, onClose, onDone }: DeedProps) {
  const [name, setName] = useState(card.itemName)
  const { run, busy, error, fields } = useCall<typeof yolos.renameYolo>('PUT /yolo/name')
  const undoable = useUndo(onDone)
  const save = async () => {
    if (!(await run({ yoloId: yolo.id, new_name: name }))) return
    undoable('Name changed.', () =>
      api<typeof yolos.renameYolo>('PUT /yolo/name', { yoloId: yolo.id, new_name: card.itemName }),
    )
    onDone()
  }
  return (
    <Words
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
        error={fields.new_name}
        onChange={({ target }) => setName(target.value)}
        data-autofocus
      />
    </Words>
  )
}

export function UpvotesDeed({ card, onClose, onDone }: DeedProps) {
  const [count, setCount] = useState(String(card.upvoteCount))
  const { run, busy, error, fields } =
    useCall<typeof adjustments.upvoteYolo>('POST /items/upvote-yolo')
  const whole = /^\d{1,7}$/.test(count.trim())
  const save = async () => {
    if (whole && (await run({ itemId: card.id, newCount: Number(count) }))) onDone()
  }
  return (
    <Words
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
        onChange={({ target }) => setCount(target.value)}
        data-autofocus
      />
    </Words>
  )
}

/** A notice of what was done, with the way to take it back. */
function useUndo(onUndone: () => void) {
  const toast = useToast()
  return (text: string, undo: () => Promise<unknown>) =>
    toast({
      text,
      action: {
        label: 'Undo',
        onPress: () =>
          void undo().then(onUndone, (problem) =>
            toast({ text: asApiError(problem).message, tone: 'bad' }),
          ),
      },
    })
}

type WordsProps = {
  title: string
  problem: ReactNode
  busy: boolean
  onBack: () => void
  onSave: () => void
  children: ReactNode
}

function Words({ title, problem, busy, onBack, onSave, children }: WordsProps) {
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
