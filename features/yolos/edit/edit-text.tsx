import { useState } from 'react'
import { nameKey } from '#features/items/names.ts'
import type { Card } from '#features/items/contract.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { lengthError } from '#platform/text/characters.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Field, TextArea } from '#platform/web/ui/form/field.tsx'
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
      {(errors, busy) => (
        <>
          <TextArea
            label="Your review"
            placeholder="Tell us why you love it!"
            maxLength={maxTextLength}
            value={text}
            readOnly={busy}
            error={errors.description ?? tooLong}
            onChange={({ target }) => setText(target.value)}
            data-autofocus
          />
          {typesName && (
            <Field
              label="User name shown"
              autoComplete="off"
              value={userName}
              readOnly={busy}
              error={errors.userName}
              onChange={({ target }) => setUserName(target.value)}
            />
          )}
        </>
      )}
    </EditDialog>
  )
}

export function RenameDishDialog({ card, yolo, ...props }: YoloEditProps) {
  const [{ itemName }] = useState(card)
  const shared = sharedDishText(card)
  const isOther = (name: string) => nameKey(name) !== nameKey(itemName) && nameKey(name) !== ''
  return (
    <FieldDialog
      {...props}
      title="Edit Yolo Name"
      label="Name of the menu item"
      before={itemName}
      route="PUT /yolo/name"
      field="new_name"
      inputOf={(name) => ({ yoloId: yolo.id, new_name: name })}
      limit={maxTextLength}
      problemOf={(name) => lengthError(name, maxTextLength)}
      saved={(renamed, name) =>
        renamed.itemName === itemName && name.trim() !== itemName
          ? 'The dish keeps its spelling, because others have it too.'
          : `Name changed.${withdrawnText(renamed)}`
      }
      warningOf={(name) =>
        shared && isOther(name)
          ? `Your favorite becomes another dish. ${itemName} keeps ${shared}.`
          : null
      }
    />
  )
}

export const AdjustUpvotesDialog = ({ card, ...props }: YoloEditProps) => (
  <FieldDialog
    {...props}
    title="Upvote Yolo"
    label="Number of upvotes"
    before={String(card.upvoteCount)}
    route="POST /items/upvote-yolo"
    field="newCount"
    inputOf={(count) => ({ itemId: card.id, newCount: Number(count) })}
    problemOf={(count) => (/^\d{1,7}$/.test(count.trim()) ? null : 'Please give a whole number.')}
    saved={() => 'Upvotes saved.'}
  />
)

type FieldProps<R extends Route> = Pick<YoloEditProps, 'onClose' | 'onDone'> & {
  title: string
  label: string
  before: string
  /** Shows how many characters are left. */
  limit?: number
  route: R
  /** The key of the input whose error the field shows. */
  field: string
  inputOf: (text: string) => Input<R>
  problemOf: (text: string) => string | null
  saved: (answer: Output<R>, text: string) => string
  warningOf?: (text: string) => string | null
}

/** A dialog that edits one line of text. */
function FieldDialog<R extends Route>(props: FieldProps<R>) {
  const { title, label, route, field, inputOf, problemOf, saved, warningOf, ...closing } = props
  const [before] = useState(props.before)
  const [text, setText] = useState(before)
  const problem = problemOf(text)
  return (
    <EditDialog
      onClose={closing.onClose}
      onDone={closing.onDone}
      isChanged={text !== before}
      title={title}
      route={route}
      input={problem ? null : inputOf(text)}
      saved={(answer) => saved(answer, text)}
      warning={warningOf?.(text)}
      fields={[field]}
    >
      {(errors, busy) => (
        <Field
          label={label}
          limit={props.limit}
          autoComplete="off"
          value={text}
          readOnly={busy}
          error={errors[field] ?? problem}
          onChange={({ target }) => setText(target.value)}
          data-autofocus
        />
      )}
    </EditDialog>
  )
}
