import { type SyntheticEvent, useId, useState } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/unsaved.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { TextArea } from '#platform/web/ui/form/field.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { countCharacters } from '#platform/text/characters.ts'
import { maxReportLength, reportReasons, type ReportableKind, type ReportReason } from './kinds.ts'

/** Something that can be reported, and what to call it. */
export type Reportable = { kind: ReportableKind; id: number; words: string }

const reasons = Object.entries(reportReasons).map(([value, label]) => ({
  value: value as ReportReason,
  label,
}))

/** The value of the choice 'The dish'. The values of the other choices are indexes of `things`. */
const theDish = -1

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
  const [chosen, setChosen] = useState<number | null>(things.length === 1 && !onDish ? 0 : null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const { run, busy, error } = useCall('POST /reports')
  const { leave, question } = useConfirmLeave(words.trim() !== '', onClose, busy)
  const thing = chosen === null ? undefined : things[chosen]
  const isDish = chosen === theDish
  const tooLong = countCharacters(words.trim()) > maxReportLength
  const dish = { value: theDish, label: 'The dish: it’s no longer on the menu' }
  const options = [
    ...(onDish ? [dish] : []),
    ...things.map(({ words: label }, value) => ({ value, label })),
  ]
  // A report of the dish needs no reason.
  const isReady = isDish || (chosen !== null && reason)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (isDish) {
      onDish?.()
      return onClose()
    }
    if (!thing || !reason || tooLong) return
    if (!(await run({ kind: thing.kind, id: thing.id, reason, words }))) return
    toast('Thanks for reporting. We will look at it.')
    onClose()
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
            {tried && !isReady
              ? 'Please choose what it is about and what’s wrong.'
              : error?.message}
          </Banner>
          {options.length === 1 ? (
            <p>{options[0]!.label}</p>
          ) : (
            <RadioGroup
              stacked
              legend="What is it about?"
              options={options}
              value={chosen}
              onChange={setChosen}
            />
          )}
          {!isDish && (
            <WhatIsWrong
              {...{ reason, words, busy, tooLong }}
              onReason={setReason}
              onWords={setWords}
            />
          )}
        </Stack>
      </form>
      {question}
    </Dialog>
  )
}

type WhatIsWrongProps = {
  reason: ReportReason | null
  words: string
  busy: boolean
  tooLong: boolean
  onReason: (reason: ReportReason) => void
  onWords: (words: string) => void
}

const WhatIsWrong = ({ reason, words, busy, tooLong, onReason, onWords }: WhatIsWrongProps) => (
  <>
    <RadioGroup
      stacked
      legend="What’s wrong with it?"
      options={reasons}
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
      error={tooLong ? `At most ${maxReportLength} characters.` : null}
      onChange={({ target }) => onWords(target.value)}
    />
  </>
)
