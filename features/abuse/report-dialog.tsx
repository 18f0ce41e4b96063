import { type SyntheticEvent, useId, useState } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/unsaved.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { countCharacters } from '#platform/text/characters.ts'
import { maxReportLength, type AbuseKind, type ReportReason } from './limits.ts'
import { setLocalReport } from './reported.ts'
import { useWithdrawReport } from './use-take-back.ts'

/** Something that can be reported, and what to call it. */
export type Reportable = { kind: AbuseKind; id: number; words: string }

const reasons: { value: ReportReason; label: string }[] = [
  { value: 'spam', label: 'Spam' },
  { value: 'offensive', label: 'Offensive or hateful' },
  { value: 'misleading', label: 'Not a real dish, or misleading' },
  { value: 'violent', label: 'Nudity or violence' },
  { value: 'private', label: 'Private information' },
  { value: 'stolen', label: 'Someone else’s photo' },
  { value: 'other', label: 'Something else' },
]

/** A member isn't a dish, so this reason has other words for them. */
const memberReasons = reasons.map((reason) =>
  reason.value === 'misleading' ? { ...reason, label: 'Not who they say, or misleading' } : reason,
)

type Props = {
  /** What can be reported here; with more than one thing the member chooses which. */
  things: Reportable[]
  /**
   * Reports the dish as no longer on the menu. Passed when the dialog opens from a card, because a member who chooses
   * 'Report' there may mean the dish.
   */
  onDish?: () => void
  onClose: () => void
}

export default function ReportDialog({ things, onDish, onClose }: Props) {
  const form = useId()
  const toast = useToast()
  const takeBack = useWithdrawReport()
  const [chosen, setChosen] = useState(things.length === 1 && !onDish ? 0 : null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const { run, busy, error, fields, clear } = useCall('POST /abuse-reports')
  const { leave, question } = useConfirmLeave(words.trim() !== '', onClose, busy)
  const thing = chosen === null ? undefined : things[chosen]
  const isDish = chosen === theDish
  const missing = missingText(chosen, reason)
  const tooLong =
    countCharacters(words.trim()) > maxReportLength
      ? `At most ${maxReportLength} characters.`
      : null

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (isDish) {
      onDish?.()
      return onClose()
    }
    if (!thing || !reason || tooLong) return
    const { kind, id } = thing
    const about = `${kind} ${id}`
    const done = () => {
      setLocalReport(kind, id, true)
      toast({
        text: 'Thanks. You won’t see it any more.',
        about,
        action: { label: 'Undo', onPress: () => void takeBack(kind, id) },
      })
      onClose()
    }
    if (await run({ kind, id, reason, words })) done()
  }

  return (
    <Dialog
      open
      title="Report"
      onClose={leave}
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            Back
          </Button>
          <Button type="submit" form={form} busy={busy}>
            Report
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          <Banner tone="bad">
            {(tried && missing) || (error && Object.keys(fields).length === 0 && error.message)}
          </Banner>
          <ThingChoice things={things} dish={!!onDish} chosen={chosen} onChoose={setChosen} />
          {!isDish && (
            <WhatIsWrong
              {...{ reason, words, busy }}
              isMember={thing?.kind === 'member'}
              error={fields.words ?? tooLong}
              onReason={setReason}
              onWords={(typed) => {
                setWords(typed)
                clear()
              }}
            />
          )}
        </Stack>
      </form>
      {question}
    </Dialog>
  )
}

/** The value of the choice 'The dish'. The values of the other choices are indexes of `things`. */
const theDish = -1

/**
 * Returns a text that asks for what the member hasn't chosen yet, or null. A report of the dish needs no reason,
 * because it always means that the dish is no longer on the menu.
 */
function missingText(chosen: number | null, reason: ReportReason | null): string | null {
  if (chosen === null) return 'Please say what it is about.'
  return chosen === theDish || reason ? null : 'Please choose a reason.'
}

type WhatIsWrongProps = {
  isMember: boolean
  reason: ReportReason | null
  words: string
  busy: boolean
  error: string | null
  onReason: (reason: ReportReason) => void
  onWords: (words: string) => void
}

const WhatIsWrong = ({
  isMember,
  reason,
  words,
  busy,
  error,
  onReason,
  onWords,
}: WhatIsWrongProps) => (
  <>
    <RadioGroup
      stacked
      legend={isMember ? 'What’s wrong with this member?' : 'What’s wrong with it?'}
      options={isMember ? memberReasons : reasons}
      value={reason}
      onChange={onReason}
    />
    <TextArea
      label="Anything to add"
      optional
      rows={2}
      maxLength={maxReportLength}
      value={words}
      readOnly={busy}
      error={error}
      onChange={({ target }) => onWords(target.value)}
    />
  </>
)

type ThingChoiceProps = {
  things: Reportable[]
  /** True to also offer the choice that the dish is no longer on the menu. */
  dish: boolean
  /** The index of the chosen thing, or `theDish`. */
  chosen: number | null
  onChoose: (index: number) => void
}

function ThingChoice({ things, dish, chosen, onChoose }: ThingChoiceProps) {
  if (things.length === 1 && !dish) return <p>{things[0]?.words}</p>
  return (
    <RadioGroup
      stacked
      legend="What is it about?"
      options={[
        ...(dish ? [{ value: theDish, label: 'The dish: it’s no longer on the menu' }] : []),
        ...things.map((thing, value) => ({ value, label: thing.words })),
      ]}
      value={chosen}
      onChange={onChoose}
    />
  )
}
