import { useState } from 'react'
import { nameKey } from '#features/items/names.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { lengthError } from '#platform/text/characters.ts'
import { api } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Field } from '#platform/web/ui/form/field.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import type { YoloEditProps } from './actions.tsx'
import { EditDialog, withdrawnText } from './edit-dialog.tsx'
import { useSharedDishText } from './use-shared.ts'
import { yoloKey } from '../yolo-key.ts'

type TextProps = Omit<YoloEditProps, 'card' | 'yolo'> & {
  card: Pick<YoloEditProps['card'], 'itemName'>
  yolo: Pick<YoloEditProps['yolo'], 'id' | 'description' | 'userId' | 'userName'>
  /** A text to begin with in place of the saved one. */
  typed?: string
  /** Called once the text is saved, or kept on this device to be sent. */
  onSaved?: (description: string) => void
}

export function EditReasonDialog({ card, yolo, typed, onSaved, ...props }: TextProps) {
  const session = useSession()
  // The page may be loaded again under the dialog. What it opened with is what its member saw.
  const [{ id, description, userName: shownName }] = useState(yolo)
  const [text, setText] = useState(typed ?? description)
  const [userName, setUserName] = useState(shownName)
  const typesName = session.id === yolo.userId && isSpecialUser(session)
  const tooLong = lengthError(text, maxTextLength)
  const [newText, newName] = [text.trim(), userName.trim()]
  const shownAs = (name: string) =>
    typesName && newName !== '' && newName !== shownName ? { userName: name } : {}
  return (
    <EditDialog
      {...props}
      about={yoloKey(yolo)}
      words={`New words for ${card.itemName}`}
      sets={{ description: newText, ...shownAs(newName) }}
      onKept={() => onSaved?.(newText)}
      isChanged={text !== description || userName !== shownName}
      title={description ? 'Edit Yolo Text' : 'Add Yolo Text'}
      route="PUT /yolos"
      input={
        tooLong
          ? null
          : {
              id,
              description: text,
              ...shownAs(newName),
              expected: { description, ...shownAs(shownName) },
            }
      }
      undo={(stood, made) =>
        api('PUT /yolos', {
          id,
          description,
          ...shownAs(shownName),
          ...stood,
          expected: { description: made.description },
        })
      }
      saved={(edited) => {
        onSaved?.(edited.description)
        return 'Yolo saved.'
      }}
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

export function RenameDishDialog({ card, yolo, ...props }: YoloEditProps) {
  const [{ itemName }] = useState(card)
  const [name, setName] = useState(itemName)
  const yoloId = yolo.id
  const tooLong = lengthError(name, maxTextLength)
  const shared = useSharedDishText(card)
  const isOther = nameKey(name) !== nameKey(itemName) && nameKey(name) !== ''
  return (
    <EditDialog
      {...props}
      about={yoloKey(yolo)}
      words={`New name of ${itemName}: ${name.trim()}`}
      sets={{ itemName: name.trim() }}
      isChanged={name !== itemName}
      title="Edit Yolo Name"
      route="PUT /yolo/name"
      input={tooLong ? null : { yoloId, new_name: name, expected: { itemName } }}
      undo={({ itemName: stood = itemName }, made) =>
        api('PUT /yolo/name', {
          yoloId,
          new_name: stood,
          expected: { itemName: made.itemName },
        })
      }
      saved={(renamed) =>
        renamed.itemName === itemName && name.trim() !== itemName
          ? 'The dish keeps its spelling, because others have it too.'
          : `Name changed.${withdrawnText(renamed)}`
      }
      warning={
        shared && isOther
          ? {
              text: `Your favorite becomes another dish: ${shared} with ${itemName}.`,
              keep: 'Keep this dish',
              save: 'Save as another dish',
            }
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

export function AdjustUpvotesDialog({ card, ...props }: YoloEditProps) {
  const { id: itemId, upvoteCount } = card
  const [before] = useState(String(upvoteCount))
  const [count, setCount] = useState(before)
  const isWhole = /^\d{1,7}$/.test(count.trim())
  return (
    <EditDialog
      {...props}
      about={`upvotes ${itemId}`}
      words={`Upvotes of ${card.itemName}: ${count.trim()}`}
      isChanged={count !== before}
      title="Upvote Yolo"
      route="POST /items/upvote-yolo"
      input={isWhole ? { itemId, newCount: Number(count) } : null}
      undo={() => api('POST /items/upvote-yolo', { itemId, newCount: upvoteCount })}
      saved={() => 'Upvotes saved.'}
      fields={['newCount']}
    >
      {(errors, clear, busy) => (
        <Field
          label="Number of upvotes"
          hint="Don’t set dishonest votes back here: hold the members who cast them. Otherwise honest votes are missing once the others are gone."
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
