import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { refusal } from '#platform/web/refusal.ts'
import { useLoaded } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { changeDraft, useDraft } from './draft.ts'
import { characters } from '#platform/text/characters.ts'
import { textLimit } from '#domain/text-limit.ts'
import { QuotaFilled } from './quota-filled.tsx'
import { useSave } from './use-save.ts'
import { VerifyFirst } from './verify-first.tsx'
import type { loadWizard } from './loader.ts'
import { useSteps, WizardStep } from './wizard.tsx'
import css from './wizard.module.css'

export function YoloStep() {
  const { allowance, filled } = useLoaded<typeof loadWizard>()
  const { restaurant, categoryId, itemName, description, userName, sent } = useDraft()
  const { isLogged, id } = useSession()
  const { go } = useSteps()
  const { save, busy, error, standing: refusedFor, forget } = useSave()
  // What was sent before one came here may be one of the three: then saving once more tells.
  const [wasSent] = useState(sent)
  const standing = refusedFor ?? (wasSent ? null : filled)
  useAskedAgainOnReturn(allowance?.data?.allowed === false)

  const tooLong = characters(description.trim()) > textLimit
  const review = useRef<HTMLTextAreaElement>(null)
  // Errors show beneath the field; the button is at the foot of the screen.
  const showReview = () => {
    review.current?.focus({ preventScroll: true })
    review.current?.parentElement?.lastElementChild?.scrollIntoView({ block: 'center' })
  }
  const submit = async (outId?: number) => {
    if (tooLong) return showReview()
    if (!isLogged) return go('login')
    // The step is over: BACK from the last page doesn't lead into a form that was sent.
    const saved = await save(outId)
    // Without its number (an answer was lost on the way) there is nothing to hang a photo on.
    if (saved) go(saved.id ? 'upload' : 'done', true)
  }
  const mustVerify =
    refusal(error, 'POST /yolos', 'verify_first') !== null || allowance?.data?.allowed === false
  const spoken = !error || mustVerify || standing ? null : wordFor(error)

  return (
    <WizardStep
      title="Why this one?"
      next={
        !mustVerify &&
        !standing && (
          <Button busy={busy} busyLabel="Saving…" onClick={() => void submit()}>
            Save Yolo
          </Button>
        )
      }
    >
      <Panel tone="sunken" tight>
        <p className={css.place}>{itemName.trim()}</p>
        <p>
          {restaurant?.name} · {categoryById(categoryId ?? 0)?.name}
        </p>
      </Panel>
      {mustVerify && <VerifyFirst />}
      {standing && (
        <QuotaFilled
          yolos={standing}
          itemName={itemName.trim()}
          busy={busy}
          error={refusal(error, 'POST /yolos', 'quota_filled') ? null : error}
          onSwap={(outId) => void submit(outId)}
          onChoose={forget}
          onOther={() => go('category')}
        />
      )}
      <Banner tone="bad">{spoken}</Banner>
      <TextArea
        ref={review}
        label="Your review"
        optional
        placeholder="Tell us why you love it!"
        hint="You can add this later by editing your yolo."
        maxLength={textLimit}
        value={description}
        error={error?.fields.description ?? (tooLong ? `At most ${textLimit} characters.` : null)}
        onChange={({ target }) => {
          changeDraft({ description: target.value, sent: false })
          if (error?.fields.description) forget()
        }}
      />
      {isSpecialUser(id === null ? null : { id }) && (
        <Field
          label="User name shown"
          optional
          autoComplete="off"
          maxLength={textLimit}
          value={userName}
          error={error?.fields.userName}
          onChange={({ target }) => {
            changeDraft({ userName: target.value, sent: false })
            if (error?.fields.userName) forget()
          }}
        />
      )}
    </WizardStep>
  )
}

const wordFor = ({ message, fields }: { message: string; fields: Record<string, string> }) =>
  fields.description || fields.userName ? null : (Object.values(fields)[0] ?? message)

/** The mail's link opens in another tab: on return the member may be allowed to save. */
function useAskedAgainOnReturn(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return undefined
    const ask = () => void revalidate()
    addEventListener('focus', ask)
    return () => removeEventListener('focus', ask)
  }, [waiting, revalidate])
}
