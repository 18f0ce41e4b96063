import { useState } from 'react'
import type { Point } from '#domain/position/miles.ts'
import type { Output } from '#platform/contract/wire.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, SelectField, type FieldProps } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/confirm-leave.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { LazyPinsMap, pinDistanceText } from '#features/map/pins/pins.tsx'
import type { Restaurant } from '../contract.ts'
import { correctableFields, fieldHints, fieldLabels, type CorrectableField } from './fields.ts'
import { HoursField, useHours } from './hours-field.tsx'
import { hoursSummary } from './hours-in-words.ts'
import { parsePoint } from '#features/places/read-point.ts'

type Props = {
  restaurant: Restaurant
  /** The fields of which an own proposal waits, which a further one replaces. */
  waiting: CorrectableField[]
  /** `more` is true if the form stays open, because another fact was typed as well. */
  onSent: (answer: Output<'POST /restaurants/:id/corrections'>, more: boolean) => void
  onBack: () => void
}

/** Returns the current value as the starting text, because most errors are small. Hours start empty. */
function valueOf(restaurant: Restaurant, field: CorrectableField): string {
  if (field === 'position') return `${restaurant.latitude}, ${restaurant.longitude}`
  return field === 'hours' ? '' : (restaurant[field] ?? '')
}

type Asked = Pick<ReturnType<typeof useCall>, 'error' | 'fields'>
const problemOf = ({ error, fields }: Asked) => fields.value ?? error?.message ?? null

function hintOf({ openingHours }: Restaurant, field: CorrectableField, again: boolean) {
  const others = `Days that you don’t name ${openingHours ? 'stay as they are' : 'count as closed'}.`
  const all = [
    field === 'hours' ? `${fieldHints.hours}. ${others}` : fieldHints[field],
    again && 'This takes the place of what you proposed before.',
  ]
  return all.filter(Boolean).join(' ') || undefined
}

/** Keeps what was typed for each field, because the member may look at another, or send it, in between. */
function useTyped(restaurant: Restaurant) {
  const [field, setField] = useState<CorrectableField>('address')
  const [typed, setTyped] = useState<Partial<Record<CorrectableField, string>>>({})
  const now = (of: CorrectableField) => typed[of] ?? valueOf(restaurant, of)
  const changed = correctableFields.filter((one) => now(one).trim() !== valueOf(restaurant, one))
  return {
    field,
    setField,
    value: now(field),
    setValue: (text: string) => setTyped({ ...typed, [field]: text }),
    isChanged: changed.length > 0,
    /** Forgets what was sent and goes on to another field that was typed. Returns whether there is one. */
    goOn: () => {
      const other = changed.find((one) => one !== field)
      setTyped({ ...typed, [field]: undefined })
      if (other) setField(other)
      return other !== undefined
    },
  }
}

/** How a phone helps to type a fact. A website isn't `type="url"`, because browsers refuse 'example.com' in it. */
const keyboards: Partial<Record<CorrectableField, Partial<FieldProps>>> = {
  phone: { type: 'tel' },
  website: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
}

type PinProps = { now: Point; next: Point | null; onWrite: (text: string) => void }

/** A map to place the pin on, which says how far it moves. */
function PinField({ now, next, onWrite }: PinProps) {
  const unit = useDistanceUnit()
  return (
    <Stack gap={1}>
      <LazyPinsMap
        now={now}
        next={next}
        onPlace={({ latitude, longitude }) => onWrite(`${latitude}, ${longitude}`)}
      />
      <p aria-live="polite">{next && pinDistanceText(now, next, unit)}</p>
    </Stack>
  )
}

export function CorrectionForm({ restaurant, waiting, onSent, onBack }: Props) {
  const { field, setField, value, setValue, isChanged, goOn } = useTyped(restaurant)
  const next = field === 'position' ? parsePoint(value) : null
  const { hours, isAsked, reading, read } = useHours(field === 'hours' ? value : null, restaurant)
  const call = useCall('POST /restaurants/:id/corrections')
  const { leave, question } = useConfirmLeave(isChanged, onBack, call.busy)
  const forgetProblems = () => {
    call.clear()
    reading.clear()
  }
  const write = (text: string) => {
    if (call.busy) return
    setValue(text)
    forgetProblems()
  }
  const texts = {
    label: 'What should it be?',
    value,
    hint: hintOf(restaurant, field, waiting.includes(field)),
    autoComplete: 'off',
    readOnly: call.busy,
    error: problemOf(reading) ?? problemOf(call),
  }
  return (
    <form
      data-in-page
      onSubmit={async (event) => {
        event.preventDefault()
        const sent = hours && !isAsked ? hoursSummary(hours) : value.trim().replace(/\n+/g, '; ')
        if (field === 'hours' && !hours) return read(sent)
        const answer = await call.run({ id: restaurant.id, field, value: sent })
        if (answer) onSent(answer, goOn())
      }}
    >
      <Stack gap={3}>
        <SelectField
          label="What is wrong?"
          value={field}
          disabled={call.busy}
          onChange={({ target }) => {
            setField(target.value as CorrectableField)
            forgetProblems()
          }}
        >
          {correctableFields.map((one) => (
            <option key={one} value={one}>
              {fieldLabels[one]}
            </option>
          ))}
        </SelectField>
        {field === 'hours' ? (
          <HoursField {...texts} hours={hours} isAsked={isAsked} onWrite={write} />
        ) : (
          <Field
            {...texts}
            maxLength={500}
            {...keyboards[field]}
            onChange={({ target }) => write(target.value)}
          />
        )}
        {field === 'position' && <PinField now={restaurant} next={next} onWrite={write} />}
        <Row>
          <Button type="submit" size="small" busy={call.busy || reading.busy}>
            Send
          </Button>
          <Button variant="secondary" size="small" onClick={leave}>
            Back
          </Button>
        </Row>
        {question}
      </Stack>
    </form>
  )
}
