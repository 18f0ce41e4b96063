import { useState } from 'react'
import { nameKey } from '#features/items/names.ts'
import { usePhotoUpload } from '#features/photos/sending/photo-uploads.ts'
import { sendKeptPhoto } from '#features/photos/sending/send-kept.ts'
import type { RefusalDetails } from '#platform/contract/wire.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { ReadMore } from '#platform/web/ui/page/read-more.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { EditReasonDialog } from '../edit/edit-text.tsx'
import { changeDraft, useDraft, type Draft } from './draft.ts'
import css from './wizard.module.css'

/**
 * Returns a function that tells whether a draft's dish is one of the member's favorites meanwhile, perhaps saved on
 * another device. It returns null while that isn't known.
 */
export function useIsSaved(drafts: readonly Draft[]): (draft: Draft) => boolean | null {
  const { isLogged } = useSession()
  const asks = isLogged && drafts.some(isNamed)
  const { data, error } = useLoadOnChange('GET /my-page', asks ? {} : null)
  return (draft) => {
    if (!isLogged || !isNamed(draft) || error) return false
    return data?.items.some((card) => isDraftsDish(card, draft)) ?? null
  }
}

const isNamed = ({ itemName }: Draft) => itemName.trim() !== ''

type Favorite = { id: number; itemName: string; restaurantName: string; categoryId: number | null }

/** Whether a card is of the draft's dish. What a draft doesn't have yet, its restaurant or its category, can be any. */
export const isDraftsDish = (card: Favorite, { itemId, itemName, restaurant, categoryId }: Draft) =>
  (categoryId === null || card.categoryId === categoryId) &&
  (itemId === null
    ? (restaurant === null || card.restaurantName === restaurant.name) &&
      nameKey(card.itemName) === nameKey(itemName)
    : card.id === itemId)

type Existing = RefusalDetails<'POST /yolos', 'already_yours'>['yolo']

/** Returns the member's favorite because of which a save was refused, or null. */
export const existingYolo = (error: ApiError | null) =>
  refusalDetails(error, 'POST /yolos', 'already_yours')?.yolo ?? null

/** Shows the review that another one would replace. */
const ReviewNow = ({ yolo, isAsked }: { yolo: Existing; isAsked: boolean }) =>
  isAsked &&
  yolo.description && (
    <div>
      <p className={css.muted}>Its review now:</p>
      <ReadMore text={yolo.description} of={yolo.itemName} />
    </div>
  )

/** Says that the draft's dish is saved already, and offers to save the review that was typed with it. */
export function SavedAlready({ yolo }: { yolo: Existing }) {
  const { description, categoryId, saved, photo } = useDraft()
  const upload = usePhotoUpload(yolo.id)
  const toast = useToast()
  const { id: userId, name: userName } = useSession()
  const [adding, setAdding] = useState(false)
  const typed = description.trim()
  const hasReview = !saved && typed !== '' && typed !== yolo.description
  const { id, itemId, itemName, restaurantName } = yolo
  const finish = () =>
    changeDraft({
      photo: null,
      saved: { id, itemId, itemName, restaurantName, categoryId: categoryId ?? 0, citySlug: '' },
    })
  const sendPhoto = (photo: string) =>
    sendKeptPhoto(photo, { id, itemName }, () => {
      if (hasReview) changeDraft({ photo: null })
      else finish()
      toast('Your photo goes with it.')
    })
  return (
    <Panel tone="sunken" tight>
      <p>{itemName} is one of your favorites already.</p>
      <ReviewNow yolo={yolo} isAsked={hasReview} />
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
          to={`/dish/${itemId}`}
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
