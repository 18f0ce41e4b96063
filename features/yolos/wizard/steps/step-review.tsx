import { type RefObject, useCallback, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { maxTextLength } from '#domain/text-limit.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { useVerifiedElsewhere } from '#features/accounts/sign-up/verified-elsewhere.ts'
import { lengthError } from '#platform/text/characters.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useIsDeletionWaiting } from '../../waiting-deletion.ts'
import { changeDraft, useDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import { type ExistingYolo, ReplaceYoloChoice, WhatGoes } from '../quota-filled.tsx'
import { existingYolo, isDraftsDish, SavedAlready } from '../saved-already.tsx'
import { useSave } from '../use-save.ts'
import { VerifyFirst } from '../verify-first.tsx'
import css from '../wizard.module.css'
import { useSteps, WizardStep } from '../wizard.tsx'

export function ReviewStep() {
  const { allowance, filled } = useScreenData<typeof loadWizard>()
  const { restaurant, categoryId, itemName, description, quick } = useDraft()
  const { isLogged } = useSession()
  const { go } = useSteps()
  const { save, busy, error, standing: refusedFor, forget } = useSave()
  const mayBeOneOf = useMayBeOneOf(filled)
  const { standing, deleted } = useUndeleted(refusedFor ?? (mayBeOneOf ? null : filled))
  const isRefused = allowance?.data?.allowed === false
  const mustVerify = isRefused || refusalDetails(error, 'POST /yolos', 'verify_first') !== null
  const saved = existingYolo(error)
  const [chosen, setChosen] = useState<ExistingYolo | null>(null)
  // What they have deleted already makes room, unless they choose another.
  const out = standing?.find(({ id }) => id === chosen?.id) ?? deleted
  const [isMissing, setMissing] = useState(false)
  const { revalidate } = useRevalidator()
  const ask = useCallback(() => void revalidate(), [revalidate])
  useVerifiedElsewhere(isRefused, ask)

  const review = useRef<HTMLTextAreaElement>(null)
  // The error is shown below the field, which can be out of view when the member taps the button at the bottom.
  const showReview = () => {
    review.current?.focus({ preventScroll: true })
    review.current?.parentElement?.lastElementChild?.scrollIntoView({ block: 'center' })
  }
  const choices = useRef<HTMLDivElement>(null)
  const submit = async () => {
    if (standing && !out) {
      setMissing(true)
      choices.current?.querySelector('input')?.focus()
      return
    }
    if (lengthError(description, maxTextLength)) return showReview()
    if (!isLogged) return go('login')
    const done = await save(out ?? undefined)
    // Without the yolo's id (if a response was lost) no photo can be added, unless the yolo waits on this device. A
    // photo that was taken before is sent from the last page. The history entry is replaced, so that BACK doesn't
    // return to a form that was already sent.
    if (done) go((done.id || done.waits !== undefined) && !quick ? 'upload' : 'done', true)
  }
  const saveButton = !mustVerify && !saved && (
    <Button busy={busy} busyLabel="Saving…" onClick={() => void submit()}>
      Save Yolo
    </Button>
  )
  return (
    <WizardStep title="Why this one?" next={saveButton}>
      <Panel tone="sunken" tight>
        <p className={css.place}>{itemName.trim()}</p>
        <p>
          {restaurant?.name} · {categoryById(categoryId ?? 0)?.name}
        </p>
      </Panel>
      {mustVerify && <VerifyFirst />}
      {standing && (
        <ReplaceYoloChoice
          ref={choices}
          yolos={standing}
          itemName={itemName.trim()}
          out={out}
          isMissing={isMissing}
          onChoose={(one) => {
            setChosen(one)
            forget()
          }}
          onOther={() => go('category')}
        />
      )}
      <Problem error={error} isSaid={mustVerify} />
      <ReviewFields review={review} busy={busy} error={error} onChange={forget} />
      <WhatGoes out={out} />
    </WizardStep>
  )
}

/**
 * Whether the draft's dish is one of the three, or may be, since the draft was sent before. The save finds that out, so
 * the member isn't asked first which favorite to replace.
 */
function useMayBeOneOf(three: ExistingYolo[] | null): boolean {
  const draft = useDraft()
  const [wasSent] = useState(draft.sent)
  const { categoryId } = draft
  const isOne = (one: ExistingYolo) => isDraftsDish({ ...one, id: one.itemId, categoryId }, draft)
  return wasSent || Boolean(three?.some(isOne))
}

/**
 * Returns the favorites one of which the new one replaces, and which of them the member has deleted already, if that
 * waits on the device. Once it doesn't any more, because it was sent or called off, nothing is asked until the server
 * says again that the category is full.
 */
function useUndeleted(list: ExistingYolo[] | null) {
  const isDeleted = useIsDeletionWaiting()
  const deleted = list?.find(isDeleted) ?? null
  const [waitedIn, setWaitedIn] = useState<ExistingYolo[] | null>(null)
  if (deleted && waitedIn !== list) setWaitedIn(list)
  const isOver = list !== null && waitedIn === list && !deleted
  return { standing: isOver ? null : list, deleted }
}

/** Says why the save was refused, unless it `isSaid` already that the member must verify first. */
function Problem({ error, isSaid }: { error: ApiError | null; isSaid: boolean }) {
  const saved = existingYolo(error)
  if (isSaid) return null
  return saved ? <SavedAlready yolo={saved} /> : <Banner tone="bad">{problemText(error)}</Banner>
}

type ReviewProps = {
  review: RefObject<HTMLTextAreaElement | null>
  /** True while the draft is being saved, without what would be typed now. */
  busy: boolean
  error: ApiError | null
  /** Called when a field with an error is edited, to clear the error. */
  onChange: () => void
}

function ReviewFields({ review, busy, error, onChange }: ReviewProps) {
  const { description, userName } = useDraft()
  const session = useSession()
  const change = (key: 'description' | 'userName', value: string) => {
    changeDraft({ [key]: value, sent: false })
    if (error?.fields[key]) onChange()
  }
  return (
    <>
      <TextArea
        ref={review}
        label="Your review"
        optional
        placeholder="Tell us why you love it!"
        hint="You can add this later by editing your yolo."
        maxLength={maxTextLength}
        readOnly={busy}
        value={description}
        error={error?.fields.description ?? lengthError(description, maxTextLength)}
        onChange={({ target }) => change('description', target.value)}
      />
      {isSpecialUser(session) && (
        <Field
          label="User name shown"
          optional
          autoComplete="off"
          maxLength={maxTextLength}
          readOnly={busy}
          value={userName}
          error={error?.fields.userName}
          onChange={({ target }) => change('userName', target.value)}
        />
      )}
    </>
  )
}

/** Returns the error's text, or null if a field already shows it. */
function problemText(error: ApiError | null) {
  if (!error || error.fields.description || error.fields.userName) return null
  // The question which favorite to replace says it already.
  if (refusalDetails(error, 'POST /yolos', 'quota_filled')) return null
  return Object.values(error.fields)[0] ?? error.message
}
