import { useEffect, useState } from 'react'
import { TextArea, type TextAreaProps } from '#platform/web/ui/form/text-area.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import type { Restaurant } from '../contract.ts'
import { type Hours, hoursProblem, hoursSummary, readHoursInWords } from './hours-in-words.ts'

/**
 * Reads the hours that a member types. What it can't read, `read` asks the server to, which also knows how OpenStreetMap
 * writes hours, so that they are always shown before they are sent. `isAsked` is true if the server read them. `text` is
 * null while another fact is corrected.
 */
export function useHours(text: string | null, { openingHours }: Restaurant) {
  const reading = useCall('POST /corrections/read-hours')
  const [asRead, setAsRead] = useState<{ text: string; hours: Hours } | null>(null)
  const inWords = text === null ? null : readHoursInWords(text, openingHours)
  const isAsked = text !== null && !inWords && asRead?.text === text
  const read = async (value: string) => {
    const answer = await reading.run({ value })
    if (answer && text !== null) setAsRead({ text, ...answer })
  }
  return { hours: isAsked ? asRead.hours : inWords, isAsked, reading, read }
}

type HoursProps = Omit<TextAreaProps, 'onChange' | 'value'> & {
  value: string
  hours: Hours | null
  /** True if the member must send once more, because the hours were read only now. */
  isAsked: boolean
  onWrite: (text: string) => void
}

/** Milliseconds without typing after which the field says what it can't read. */
const pause = 1_000

/** A field for hours, which shows how they are read, because that is what is sent, or what can't be read. */
export function HoursField({ hours, isAsked, value, error, onWrite, ...texts }: HoursProps) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  const isUnread = !hours && value.trim() !== '' && settled === value
  return (
    <Stack gap={1}>
      <TextArea
        {...texts}
        value={value}
        error={error ?? (isUnread ? hoursProblem(value) : null)}
        rows={3}
        onChange={({ target }) => onWrite(target.value)}
      />
      <p aria-live="polite">
        {hours && `This is read as: ${hoursSummary(hours)}.`}
        {isAsked && ' Send it if that is right.'}
      </p>
    </Stack>
  )
}
