import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chosenCity } from '#features/places/chosen.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Content, Row } from '#platform/web/ui/page/layout.tsx'
import { changeDraft, currentDraft, useDraft, type Draft } from './draft.ts'
import {
  discardUnfinishedDraft,
  isOnlyNamed,
  resumeDraft,
  useUnfinishedDrafts,
} from './left-off.ts'
import {
  continuedDraftParam,
  wizardStepPath,
  nextStep,
  noteOf,
  previousStep,
  numberedSteps,
  leftOffStep,
  progressOf,
  stepFromQuery,
  type StepNote,
  type Step,
} from './steps.ts'
import { useIsSaved } from './saved-already.tsx'
import css from './wizard.module.css'

/** Moves between the steps. Each step is an entry in the browser's history. */
export function useSteps() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const from = (state as { from?: Step } | null)?.from
  const step = stepFromQuery(new URLSearchParams(search))
  const go = (to: Step, replace = false) =>
    void navigate(wizardStepPath(to), { replace, state: { from: step } })
  return {
    step,
    /** The step before this one, or undefined if the wizard was opened at this one. */
    from,
    go,
    next: () => go(nextStep(step, currentDraft())),
    /** Uses the browser's back navigation if it leads to the previous step, so that the history doesn't grow. */
    back: () => {
      const to = previousStep(step, currentDraft())
      if (!to) void navigate('/home')
      else if (from === to) void navigate(-1)
      else go(to, true)
    },
  }
}

type Props = {
  title: string
  children?: ReactNode
  /** The button that leads to the next step, such as NEXT or Save Yolo. Absent while the step is incomplete. */
  next?: ReactNode
  /** Hides BACK, because after saving there is nothing to go back to. */
  noBack?: boolean
}

/** Id of the step's heading, which gets the focus when the step changes. */
export const stepHeadingId = 'question'

/** The frame of every step, with progress, heading, BACK and the button that leads to the next step. */
export function WizardStep({ title, children, next, noBack }: Props) {
  const { step, back } = useSteps()
  const { quick } = useDraft()
  return (
    <Content width="narrow">
      <div className={css.step}>
        <header className={css.head}>
          <Progress step={step} />
          <h1 id={stepHeadingId} tabIndex={-1}>
            {title}
          </h1>
        </header>
        <GoesOn />
        <SharedNote />
        <ContinueLeftOff step={step} />
        {children}
        {(!noBack || next) && (
          <div className={css.actions}>
            {!noBack &&
              (step === 'city' && !quick ? (
                <LinkButton variant="secondary" to="/home">
                  BACK
                </LinkButton>
              ) : (
                <Button variant="secondary" onClick={back}>
                  BACK
                </Button>
              ))}
            {next}
          </div>
        )}
      </div>
    </Content>
  )
}

function Progress({ step }: { step: Step }) {
  const progress = progressOf(step, useDraft())
  if (!progress) return null
  const { at, of } = progress
  return (
    <p className={css.progress}>
      <progress
        value={at}
        max={of ?? numberedSteps.length}
        aria-hidden="true"
        className={css.bar}
      />
      Step {at}
      {of && ` of ${of}`}
    </p>
  )
}

/** Steps that don't show drafts that were set aside. */
const asideHidden: readonly Step[] = ['upload', 'login', 'done', 'near', 'menu']

/**
 * Offers to continue the drafts that were set aside, the latest first. Only the step that the wizard was opened at shows
 * them, because they would stand above what is asked at each step.
 */
function ContinueLeftOff({ step }: { step: Step }) {
  const all = useUnfinishedDrafts()
  const isSaved = useIsSaved(all)
  // A name alone isn't worth a reminder where the member has that favorite.
  const left = all.filter((draft) => !isOnlyNamed(draft) || isSaved(draft) === false)
  const [showsAll, setShowsAll] = useState(false)
  const { from } = useSteps()
  if (from || asideHidden.includes(step)) return null
  const others = left.length - 1
  return left.slice(0, showsAll ? undefined : 1).map((draft, at) => (
    <LeftOff key={at} draft={draft} isSaved={isSaved(draft) ?? false}>
      {at === 0 && others > 0 && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {others} more
        </Button>
      )}
    </LeftOff>
  ))
}

type LeftOffProps = { draft: Draft; isSaved: boolean; children: ReactNode }

function LeftOff({ draft, isSaved, children }: LeftOffProps) {
  const { go } = useSteps()
  const toast = useToast()
  const forget = () => {
    const bringBack = discardUnfinishedDraft(draft)
    toast({ text: 'Forgotten.', action: { label: 'Undo', onPress: () => void bringBack() } })
  }
  return (
    <Panel tone="sunken" tight>
      <p>
        {[
          draft.itemName.trim() || (draft.photo ? 'Your photo' : 'A favorite'),
          draft.restaurant?.name ?? draft.missing.name,
        ]
          .filter(Boolean)
          .join(' · ')}{' '}
        {isSaved ? 'is one of your favorites already.' : 'isn’t saved yet.'}
      </p>
      <Row gap={2}>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            resumeDraft(draft)
            go(leftOffStep({ hasCity: chosenCity.get() !== null, draft: currentDraft() }))
          }}
        >
          Continue where you left off
        </Button>
        <Button variant="quiet" size="small" onClick={forget}>
          Forget it
        </Button>
        {children}
      </Row>
    </Panel>
  )
}

/** Says that the member is continuing an earlier draft of the same dish, and offers to empty it. */
function GoesOn() {
  const { step, go } = useSteps()
  const toast = useToast()
  const startOver = () => {
    const { itemId, itemName, tags, description, userName, sent } = currentDraft()
    changeDraft({ tags: [], description: '', userName: '', sent: false })
    go(step, true)
    const bringBack = () => {
      const now = currentDraft()
      // Another dish was chosen meanwhile.
      if (now.saved || now.itemId !== itemId || now.itemName !== itemName) return
      changeDraft({ tags, description, userName, sent })
    }
    toast({ text: 'Emptied.', action: { label: 'Undo', onPress: bringBack } })
  }
  if (!useLocation().search.includes(continuedDraftParam)) return null
  return (
    <Panel tone="sunken" tight>
      <p>You go on with what you began earlier.</p>
      <Row gap={2}>
        <Button variant="secondary" size="small" onClick={startOver}>
          Start over
        </Button>
      </Row>
    </Panel>
  )
}

const noteTexts: Record<StepNote, string> = {
  unread: 'We couldn’t read a place from what you shared. Look for the restaurant by its name.',
  'photo-lost': 'The photo that you shared didn’t arrive. Please choose it here.',
  'photo-shared': 'This photo was shared with Yolo. If it isn’t yours, go on without it.',
}

/** Says which part of what was shared is missing, and that a photo came from elsewhere, perhaps another site's page. */
function SharedNote() {
  const note = noteOf(new URLSearchParams(useLocation().search))
  return <Banner tone="warn">{note && noteTexts[note]}</Banner>
}

/** The text of a large button that chooses something. */
export const ChoiceText = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={css.line}>
    <strong>{name}</strong>
    <small className={css.muted}>{children}</small>
  </span>
)

export const NextButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>NEXT</Button>
)
