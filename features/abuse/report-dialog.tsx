import { type SyntheticEvent, useId, useState } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { countCharacters } from '#platform/text/characters.ts'
import { maxReportLength, type AbuseKind, type ReportReason } from './limits.ts'
import { setLocalReport } from './reported.ts'
import { useTakeBack } from './use-take-back.ts'

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

type Props = {
  /** What can be reported here; with more than one thing the member chooses which. */
  things: Reportable[]
  onClose: () => void
}

export default function ReportDialog({ things, onClose }: Props) {
  const form = useId()
  const toast = useToast()
  const takeBack = useTakeBack()
  const [chosen, setChosen] = useState(things.length === 1 ? 0 : null)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const { run, busy, error, fields, clear } = useCall('POST /abuse-reports')
  const thing = chosen === null ? undefined : things[chosen]
  const missing =
    (!thing && 'Please say what it is about.') || (!reason && 'Please choose a reason.')
  const tooLong =
    countCharacters(words.trim()) > maxReportLength
      ? `At most ${maxReportLength} characters.`
      : null

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (!thing || !reason || tooLong) return
    const { kind, id } = thing
    if (!(await run({ kind, id, reason, words }))) return
    setLocalReport(kind, id, true)
    toast({
      text: 'Thanks. You won’t see it any more.',
      about: `${kind} ${id}`,
      action: { label: 'Undo', onPress: () => void takeBack(kind, id) },
    })
    onClose()
  }

  return (
    <Dialog
      open
      title="Report"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
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
          <ThingChoice things={things} chosen={chosen} onChoose={setChosen} />
          <RadioGroup
            stacked
            legend="What’s wrong with it?"
            options={reasons}
            value={reason}
            onChange={setReason}
          />
          <TextArea
            label="Anything to add"
            optional
            rows={2}
            maxLength={maxReportLength}
            value={words}
            error={fields.words ?? tooLong}
            onChange={({ target }) => {
              setWords(target.value)
              clear()
            }}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

type ThingChoiceProps = {
  things: Reportable[]
  /** The index of the chosen thing. */
  chosen: number | null
  onChoose: (index: number) => void
}

function ThingChoice({ things, chosen, onChoose }: ThingChoiceProps) {
  if (things.length === 1) return <p>{things[0]?.words}</p>
  return (
    <RadioGroup
      stacked
      legend="What is it about?"
      options={things.map((thing, value) => ({ value, label: thing.words }))}
      value={chosen}
      onChange={onChoose}
    />
  )
}
