import { useState } from 'react'
import { nameKey } from '#features/items/names.ts'
import type { Card } from '#features/items/contract.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { lengthError } from '#platform/text/characters.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import type { YoloEditProps } from './actions.tsx'
import { EditDialog, withdrawnText } from './edit-dialog.tsx'

/**
 * Returns what others have on this dish ('2 other members and 5 upvotes'), or null if nothing. If others have anything
 * on it, renaming or moving a favorite leaves the dish behind.
 */
export function sharedDishText({ yoloCount, upvoteCount }: Card): string | null {
  const others = yoloCount - 1
  const parts = [
    others > 0 && countWithNoun(others, 'other member'),
    upvoteCount > 0 && countWithNoun(upvoteCount, 'upvote'),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : null
}

export function EditReasonDialog({ yolo, onClose, onDone }: YoloEditProps) {
  const session = useSession()
  // The page may be loaded again under the dialog.
  const [{ id, description, userName: shownName }] = useState(yolo)
  const [text, setText] = useState(description)
  const [userName, setUserName] = useState(shownName)
  const typesName = session.id === yolo.userId && isSpecialUser(session)
  const tooLong = lengthError(text, maxTextLength)
  const newName = userName.trim()
  const sendsName = typesName && newName !== '' && newName !== shownName
  return (
    <EditDialog
      onClose={onClose}
      onDone={onDone}
      isChanged={text !== description || userName !== shownName}
      title={description ? 'Edit Yolo Text' : 'Add Yolo Text'}
      route="PUT /yolos"
      input={tooLong ? null : { id, description: text, ...(sendsName && { userName: newName }) }}
      saved={() => 'Yolo saved.'}
      fields={['description', 'userName']}
    >
      {(errors, clear, busy) => (
        <>
          <TextArea
            label="Your review"
            placeholder="Tell us why you love it!"
            maxLength={maxTextLength}
            value={text}
            readOnly={busy}
            error={errors.description ?? tooLong}
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
              readOnly={busy}
              error={errors.userName}
              onChange={({ target }) => {
                setUserName(target.value)
                clear()
              }}
            />
          )}
        </>
      )}
    </EditDialog>
  )
}

export function RenameDishDialog({ card, yolo, onClose, onDone }: YoloEditProps) {
  const [{ itemName }] = useState(card)
  const [name, setName] = useState(itemName)
  const tooLong = lengthError(name, maxTextLength)
  const shared = sharedDishText(card)
  const isOther = nameKey(name) !== nameKey(itemName) && nameKey(name) !== ''
  return (
    <EditDialog
      onClose={onClose}
      onDone={onDone}
      isChanged={name !== itemName}
      title="Edit Yolo Name"
      route="PUT /yolo/name"
      input={tooLong ? null : { yoloId: yolo.id, new_name: name }}
      saved={(renamed) =>
        renamed.itemName === itemName && name.trim() !== itemName
          ? 'The dish keeps its spelling, because others have it too.'
          : `Name changed.${withdrawnText(renamed)}`
      }
      warning={
        shared && isOther
          ? `Your favorite becomes another dish: ${shared} stay with ${itemName}.`
          : null
      }
      fields={['new_name']}
    >
      {(errors, clear, busy) => (
        <Field
          label="Name of the menu item"
          autoComplete="off"
          value={name}
          readOnly={busy}
          limit={maxTextLength}
          error={errors.new_name ?? tooLong}
          onChange={({ target }) => {
            setName(target.value)
            clear()
          }}
          data-autofocus
        />
      )}
    </EditDialog>
  )
}

export function AdjustUpvotesDialog({ card, onClose, onDone }: YoloEditProps) {
  const [before] = useState(String(card.upvoteCount))
  const [count, setCount] = useState(before)
  const isWhole = /^\d{1,7}$/.test(count.trim())
  return (
    <EditDialog
      onClose={onClose}
      onDone={onDone}
      isChanged={count !== before}
      title="Upvote Yolo"
      route="POST /items/upvote-yolo"
      input={isWhole ? { itemId: card.id, newCount: Number(count) } : null}
      saved={() => 'Upvotes saved.'}
      fields={['newCount']}
    >
      {(errors, clear, busy) => (
        <Field
          label="Number of upvotes"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          readOnly={busy}
          error={errors.newCount ?? (isWhole ? null : 'Please give a whole number.')}
          onChange={({ target }) => {
            setCount(target.value)
            clear()
          }}
          data-autofocus
        />
      )}
    </EditDialog>
  )
}
