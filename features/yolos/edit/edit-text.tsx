import { useState } from 'react'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import type { Input, Route } from '#platform/contract/wire.ts'
import { lengthError } from '#platform/text/characters.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Field, TextArea } from '#platform/web/ui/form/field.tsx'
import type { YoloEditProps } from './actions.tsx'
import { EditDialog } from './edit-dialog.tsx'

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
      saved="Yolo saved."
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

export const RenameDishDialog = ({ card, yolo, ...props }: YoloEditProps) => (
  <FieldDialog
    {...props}
    title="Edit Yolo Name"
    label="Name of the menu item"
    before={card.itemName}
    route="PUT /yolo/name"
    field="new_name"
    inputOf={(name) => ({ yoloId: yolo.id, new_name: name })}
    limit={maxTextLength}
    problemOf={(name) => lengthError(name, maxTextLength)}
    saved="Name changed."
  />
)

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
    saved="Upvotes saved."
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
  saved: string
}

/** A dialog that edits one line of text. */
function FieldDialog<R extends Route>(props: FieldProps<R>) {
  const { title, label, route, field, inputOf, problemOf, saved, ...closing } = props
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
      saved={saved}
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
