import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { photoKey } from '#features/photos/sending/keep-photo.ts'
import { usePhotoUpload } from '#features/photos/sending/photo-uploads.ts'
import {
  discardPhotoUpload,
  queueKeptPhoto,
  sendKeptPhoto,
} from '#features/photos/sending/send-kept.ts'
import { api } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useWaitingEntries } from '#platform/web/queue/waiting-lines.ts'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useUndoToast } from '#platform/web/ui/overlay/undo-toast.ts'
import { EditReasonDialog } from '../edit/edit-text.tsx'
import { TagsDialog } from '../edit/tags-dialog.tsx'
import { waitsForDelete } from '../waits.ts'
import { yoloKey } from '../yolo-key.ts'
import { changeDraft, currentDraft, useDraft, watchDraft, type SavedYolo } from './draft.ts'
import { beginningPhoto } from './photo-of-draft.ts'
import { isOfDraft, isWizardShown, useReloadElsewhere } from './saved-elsewhere.ts'
import { useSteps } from './wizard.tsx'

/**
 * Shown after a favorite was saved from the menu. Sends its photo, and offers to add words and tags or to delete it
 * again.
 */
export function QuickSaveFollowUp({ saved }: { saved: SavedYolo }) {
  return (
    <Stack>
      <PhotoFollows saved={saved} />
      <AddMore saved={saved} />
      {/* Where it took another’s place, the Undo beside that one deletes it, too. */}
      {!saved.replaced && <TakeBack saved={saved} />}
    </Stack>
  )
}

/** If the favorite waits on this device, makes the photo that was taken at the beginning wait with it. */
export function useQueueKeptPhoto(saved: SavedYolo) {
  useEffect(() => {
    const { quick, photo } = currentDraft()
    if (!quick || !photo || saved.waits === undefined) return
    // `photo` is cleared first, so that the photo is added only once.
    changeDraft({ photo: null })
    const isStill = watchDraft()
    const queue = async () => {
      const photographed = await queueKeptPhoto(photo, saved.itemName, saved.waits!)
      const { saved: now } = currentDraft()
      if (isStill() && now?.itemName === saved.itemName)
        changeDraft({ saved: { ...now, photographed, photo } })
    }
    queue().catch(() => isStill() && changeDraft({ photo }))
  }, [saved])
}

/** Sends the draft's photo as that of the favorite that was saved. It stays with the draft until it waits or is sent. */
function sendPhotoOfDraft(saved: SavedYolo) {
  const { photo } = currentDraft()
  if (!photo || saved.id === 0) return
  void sendKeptPhoto(photo, saved, () => {
    const { saved: now } = currentDraft()
    if (now?.id === saved.id)
      changeDraft({ photo: null, saved: { ...now, photographed: true, photo } })
  })
}

/** Sends the photo that was taken at the beginning, now that the favorite exists. */
function PhotoFollows({ saved }: { saved: SavedYolo }) {
  const { photo } = useDraft()
  const upload = usePhotoUpload(saved.id)
  const line = useWaitingEntries().find(({ about }) => about === photoKey(saved.id))
  const send = () => sendPhotoOfDraft(saved)
  // Once for a favorite, however often its words and tags are changed.
  const begin = useEffectEvent((id: number) => id > 0 && send())
  useEffect(() => void begin(saved.id), [saved.id])
  if (!photo && !upload && !line) return null
  const texts = {
    sending: 'Sending your photo…',
    sent: 'Your photo is there too.',
    waiting: 'Your photo waits on this device and is sent later.',
    question: 'Your photo isn’t sent yet: it needs your answer.',
    failed: '',
  }
  return (
    <>
      <output>{texts[upload?.state ?? line?.state ?? 'sending']}</output>
      <TryAgain message={upload?.state === 'failed' && upload.problem} onRetry={send} />
    </>
  )
}

function AddMore({ saved }: { saved: SavedYolo }) {
  const { id: userId, name: userName } = useSession()
  const [adding, setAdding] = useState<'words' | 'tags' | null>(null)
  const [isTagged, setTagged] = useState(false)
  const { description: words = '', tags = [] } = saved
  // Kept with the draft, so that a page that is loaded again knows what is saved.
  const keep = (change: Pick<SavedYolo, 'description' | 'tags'>) => {
    const { saved: now } = currentDraft()
    if (now?.id === saved.id) changeDraft({ saved: { ...now, ...change } })
  }
  const close = () => setAdding(null)
  if (saved.id === 0 || userId === null) return null
  return (
    <>
      <Row>
        <Button variant="secondary" onClick={() => setAdding('words')}>
          {words ? 'Change the words' : 'Add words'}
        </Button>
        {categoryById(saved.categoryId)?.hasTags && (
          <Button variant="secondary" onClick={() => setAdding('tags')}>
            {tags.length > 0 ? 'Change the tags' : 'Add tags'}
          </Button>
        )}
      </Row>
      <Banner tone="good">{isTagged && 'Your tags are saved.'}</Banner>
      {adding === 'words' && (
        <EditReasonDialog
          card={saved}
          yolo={{ id: saved.id, description: words, userId, userName }}
          onClose={close}
          onDone={close}
          onSaved={(description) => keep({ description })}
          reload={() => keep({ description: words })}
        />
      )}
      {adding === 'tags' && (
        <TagsDialog
          yoloId={saved.id}
          itemName={saved.itemName}
          category={saved.categoryId}
          set={tags}
          onClose={close}
          onKept={(chosen) => {
            keep({ tags: chosen })
            setTagged(false)
          }}
          onSaved={(chosen) => {
            keep({ tags: chosen })
            setTagged(true)
            close()
          }}
        />
      )}
    </>
  )
}

/** Deletes the favorite and shows the menu again, because the single tap that saved it can be a mistake. */
function TakeBack({ saved }: { saved: SavedYolo }) {
  const { go } = useSteps()
  const { run, busy, error } = useCall('DELETE /yolos/delete/:yoloId')
  // Its toast takes the place of the one that says that the favorite's words are saved.
  const toast = useToast()
  const reloadElsewhere = useReloadElsewhere()
  const isInMenu = useRef<() => boolean>(() => false)
  const undoable = useUndoToast(yoloKey(saved), () => {
    reloadElsewhere()
    const { step, saved: other, restaurant } = currentDraft()
    if (!isInMenu.current() || step !== 'menu' || other || !restaurant) return
    changeDraft({ saved, itemName: saved.itemName, sent: true })
    if (isWizardShown()) go('done', true)
    else sendPhotoOfDraft(saved)
  })
  const takeBack = async () => {
    let isKept = false
    const onKept = () => {
      isKept = true
      chooseAgain()
    }
    const waits = { ...waitsForDelete(saved.id, saved.itemName, saved.itemId), onKept }
    if (!(await run({ yoloId: saved.id }, { waits }))) {
      if (!isKept && !(isWizardShown() && isOfDraft(saved)))
        toast({ text: `${saved.itemName} isn’t taken back.`, tone: 'bad' })
      return
    }
    // If that fails, its refusal can be discarded.
    await discardPhotoUpload(saved.id).catch(() => {})
    chooseAgain()
    undoable('Taken back.', () => api('POST /yolos/:yoloId/restore', { yoloId: saved.id }))
  }
  const chooseAgain = () => {
    reloadElsewhere()
    if (!isOfDraft(saved)) return
    // The photo was deleted with the favorite, but it is still on the device.
    const photo = beginningPhoto()
    changeDraft({ saved: null, itemId: null, itemName: '', sent: false, photo })
    isInMenu.current = watchDraft()
    if (isWizardShown()) go('menu', true)
  }
  if (saved.id === 0) return null
  return (
    <>
      <Banner tone="bad">{error?.message}</Banner>
      <div>
        <Button variant="quiet" busy={busy} onClick={() => void takeBack()}>
          Not this one? Take it back
        </Button>
      </div>
    </>
  )
}
