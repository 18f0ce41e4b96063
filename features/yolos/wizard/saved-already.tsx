import { useState } from 'react'
import { nameKey } from '#features/items/names.ts'
import { sendKeptPhoto, usePhotoUploadState } from '#features/photos/sending/send-kept.ts'
import type { RefusalDetails } from '#platform/contract/wire.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { useSession } from '#platform/web/session.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { EditReasonDialog } from '../edit/edit-text.tsx'
import { changeDraft, useDraft, type Draft } from './draft.ts'

/** Returns whether a draft's dish is one of the member's favorites meanwhile, perhaps saved on another device. */
export function useIsSaved({ itemId, itemName, categoryId, restaurant }: Draft): boolean {
  const { isLogged } = useSession()
  const isNamed = restaurant !== null && itemName.trim() !== ''
  const { data } = useLoadOnChange('GET /my-page', isLogged && isNamed ? {} : null)
  const isOfDraft = (card: { id: number; itemName: string; restaurantName: string }) =>
    card.id === itemId ||
    (card.restaurantName === restaurant?.name && nameKey(card.itemName) === nameKey(itemName))
  return data?.items.some((card) => card.categoryId === categoryId && isOfDraft(card)) ?? false
}

type Existing = RefusalDetails<'POST /yolos', 'already_yours'>['yolo']

/** Returns the member's favorite because of which a save was refused, or null. */
export const existingYolo = (error: ApiError | null) =>
  refusalDetails(error, 'POST /yolos', 'already_yours')?.yolo ?? null

/** Says that the draft's dish is saved already, and offers to save the review that was typed with it. */
export function SavedAlready({ yolo }: { yolo: Existing }) {
  const { description, categoryId, saved, photo } = useDraft()
  const upload = usePhotoUploadState(yolo.id)
  const toast = useToast()
  const { id: userId, name: userName } = useSession()
  const [adding, setAdding] = useState(false)
  const typed = description.trim()
  const hasReview = !saved && typed !== '' && typed !== yolo.description
  const { id, itemName, restaurantName } = yolo
  const finish = () =>
    changeDraft({
      photo: null,
      saved: { id, itemName, restaurantName, categoryId: categoryId ?? 0, citySlug: '' },
    })
  const sendPhoto = (photo: string) =>
    sendKeptPhoto(photo, { id, itemName }, () => {
      finish()
      toast('Your photo goes with it.')
    })
  return (
    <Panel tone="sunken" tight>
      <p>{itemName} is one of your favorites already.</p>
      <Row gap={2}>
        {hasReview && (
          <Button size="small" onClick={() => setAdding(true)}>
            {yolo.description ? 'Replace its review with this one' : 'Save this review with it'}
          </Button>
        )}
        {photo && !saved && (
          <Button
            size="small"
            busy={upload?.state === 'sending'}
            onClick={() => void sendPhoto(photo)}
          >
            Use your photo for it
          </Button>
        )}
        {/* A photo that isn't sent stays in the draft. */}
        <LinkButton
          variant="secondary"
          size="small"
          to={`/dish/${yolo.itemId}`}
          onClick={photo ? undefined : finish}
        >
          {hasReview ? 'Leave it as it is' : 'See it'}
        </LinkButton>
      </Row>
      <p role="alert">{upload?.state === 'failed' && upload.problem}</p>
      {adding && userId !== null && (
        <EditReasonDialog
          card={yolo}
          yolo={{ id, description: yolo.description, userId, userName }}
          typed={typed}
          onClose={() => setAdding(false)}
          onDone={() => setAdding(false)}
          // A photo that isn't sent stays in the draft.
          onSaved={photo ? () => changeDraft({ description: '' }) : finish}
          reload={() => changeDraft({ saved: null })}
        />
      )}
    </Panel>
  )
}
