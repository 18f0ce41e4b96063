import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { VerifyNotice } from '#features/accounts/sign-up/verify-notice.tsx'
import { useScreenData } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Content, Row } from '#platform/web/ui/page/layout.tsx'
import type { loadWizard } from './loader.ts'
import { changeDraft, currentDraft, emptyDraft, useDraft } from './draft.ts'
import {
  continuedDraftParam,
  neighborOf,
  numberedSteps,
  progressOf,
  stepFromQuery,
  wizardStepPath,
  type Step,
} from './steps.ts'
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
    go,
    next: () => go(neighborOf(step, currentDraft(), 1) ?? 'done'),
    /** Uses the browser's back navigation if it leads to the previous step, so that the history doesn't grow. */
    back: () => {
      const to = neighborOf(step, currentDraft(), -1)
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
  const { saved } = useDraft()
  const { allowance } = useScreenData<typeof loadWizard>()
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
        {!saved && allowance?.data?.allowed === false && (
          <VerifyNotice lead="Saving is allowed, but you must verify by e-mail first." />
        )}
        {children}
        {(!noBack || next) && (
          <div className={css.actions}>
            {!noBack && (
              <Button variant="secondary" onClick={back}>
                BACK
              </Button>
            )}
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
      <progress value={at} max={of ?? numberedSteps} aria-hidden="true" className={css.bar} />
      Step {at}
      {of && ` of ${of}`}
    </p>
  )
}

/** Says that the member is continuing an earlier draft, and offers to discard it. */
function GoesOn() {
  const navigate = useNavigate()
  const { itemName, restaurant } = useDraft()
  if (!useLocation().search.includes(continuedDraftParam)) return null
  const startOver = () => {
    changeDraft(emptyDraft)
    void navigate('/add-yolo', { replace: true })
  }
  const what = [itemName.trim(), restaurant?.name].filter(Boolean).join(' · ')
  return (
    <Panel tone="sunken">
      <p>You go on with what you began earlier{what && `: ${what}`}.</p>
      <Row gap={2}>
        <Button variant="secondary" size="small" onClick={startOver}>
          Start over
        </Button>
      </Row>
    </Panel>
  )
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
