import { type Ref, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { maxTextLength } from '#domain/text-limit.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { isSpecialUser } from '#domain/vocabulary/roles.ts'
import { lengthError } from '#platform/text/characters.ts'
import { type ApiError, refusalDetails } from '#platform/web/api/api.ts'
import { useScreenData } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, TextArea } from '#platform/web/ui/form/field.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { changeDraft, useDraft } from '../draft.ts'
import type { loadWizard } from '../loader.ts'
import { loggedInParam } from '../steps.ts'
import { type ExistingYolo, useSave } from '../use-save.ts'
import css from '../wizard.module.css'
import { ChoiceText, useSteps, WizardStep } from '../wizard.tsx'

export function ReviewStep() {
  const { allowance } = useScreenData<typeof loadWizard>()
  const { restaurant, categoryId, itemName, description } = useDraft()
  const { isLogged } = useSession()
  const { go } = useSteps()
  const isBack = useLocation().search.includes(loggedInParam) && isLogged
  const { save, busy, error, filled, forget } = useSave()
  const [out, setOut] = useState<ExistingYolo | null>(null)
  const mustVerify = allowance?.data?.allowed === false
  const choices = useRef<HTMLDivElement>(null)
  const review = useRef<HTMLTextAreaElement>(null)

  const submit = async () => {
    if (filled && !out) return choices.current?.querySelector('input')?.focus()
    if (lengthError(description, maxTextLength)) return review.current?.focus()
    if (!isLogged) return go('login')
    // The history entry is replaced, so that BACK doesn't return to a form that was already sent.
    if (await save(out)) go('upload', true)
  }
  const saveButton = !mustVerify && (
    <Button
      data-autofocus={isBack || undefined}
      busy={busy}
      busyLabel="Saving…"
      onClick={() => void submit()}
    >
      Save Yolo
    </Button>
  )
  return (
    <WizardStep title="Why this one?" next={saveButton}>
      <Panel tone="sunken">
        <p className={css.place}>{itemName.trim()}</p>
        <p>
          {restaurant?.name} · {categoryById(categoryId ?? 0)?.name}
        </p>
      </Panel>
      <Banner tone="good">
        {isBack && !mustVerify && 'You are logged in. One tap on Save Yolo is left.'}
      </Banner>
      {filled && (
        <ReplaceYoloChoice
          ref={choices}
          yolos={filled}
          itemName={itemName.trim()}
          out={out}
          onChoose={(chosen) => {
            setOut(chosen)
            forget()
          }}
        />
      )}
      <Banner tone="bad">{problemText(error)}</Banner>
      <ReviewFields ref={review} busy={busy} error={error} onChange={forget} />
    </WizardStep>
  )
}

type ReplaceProps = {
  ref: Ref<HTMLDivElement>
  yolos: ExistingYolo[]
  /** Name of the dish to be saved. */
  itemName: string
  /** The yolo that the new one replaces, or null if none is chosen yet. */
  out: ExistingYolo | null
  onChoose: (out: ExistingYolo) => void
}

/** Shows the three yolos of a full category and asks which one the new one replaces. */
const ReplaceYoloChoice = ({ ref, yolos, itemName, out, onChoose }: ReplaceProps) => (
  <Stack gap={3}>
    <Banner tone="warn">Quota of 3 filled</Banner>
    <h2>Which one should go?</h2>
    <p>Choose the one that makes room for {itemName}, or another category.</p>
    <div ref={ref}>
      <RadioGroup
        legend="Which one should go?"
        legendHidden
        stacked
        options={yolos.map((yolo) => ({
          value: yolo.id,
          label: <ChoiceText name={yolo.itemName}>{yolo.restaurantName}</ChoiceText>,
        }))}
        value={out?.id ?? null}
        onChange={(id) => onChoose(yolos.find((yolo) => yolo.id === id)!)}
      />
    </div>
    <output>{out && `${out.itemName} goes when you save, with its review, tags and photo.`}</output>
  </Stack>
)

type ReviewProps = {
  ref: Ref<HTMLTextAreaElement>
  /** True while the draft is being saved, without what would be typed now. */
  busy: boolean
  error: ApiError | null
  /** Called when a field with an error is edited, to clear the error. */
  onChange: () => void
}

function ReviewFields({ ref, busy, error, onChange }: ReviewProps) {
  const { description, userName } = useDraft()
  const session = useSession()
  const change = (key: 'description' | 'userName', value: string) => {
    changeDraft({ [key]: value })
    if (error?.fields[key]) onChange()
  }
  return (
    <>
      <TextArea
        ref={ref}
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

/** Returns the error's text, or null if a field or the choice which favorite goes already shows it. */
function problemText(error: ApiError | null) {
  if (!error || error.fields.description || error.fields.userName) return null
  if (refusalDetails(error, 'POST /yolos', 'quota_filled')) return null
  return Object.values(error.fields)[0] ?? error.message
}
