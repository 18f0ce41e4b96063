import { useEffect, useRef, useState } from 'react'
import { distanceAndDirectionText } from '#features/map/geometry.ts'
import { LazyPinMap } from '#features/map/map-slot.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Restaurant } from '../contract.ts'
import styles from '../restaurant.module.css'
import { fieldLabels, hoursByDay, type DayHours } from './fields.ts'

const textFields = ['name', 'address', 'phone', 'website'] as const

/** The facts as the page has them, in which the member corrects what is wrong. */
const factsOf = (restaurant: Restaurant) => ({
  name: restaurant.name,
  address: restaurant.address,
  phone: restaurant.phone ?? '',
  website: restaurant.website ?? '',
  position: { latitude: restaurant.latitude, longitude: restaurant.longitude },
  hours: hoursByDay(restaurant.openingHours),
})
type Facts = ReturnType<typeof factsOf>

const changesOf = (typed: Facts, now: Facts): Partial<Facts> =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(now[field as keyof Facts]),
    ),
  )

/** How a phone helps to type a fact. A website isn't `type="url"`, because browsers refuse 'example.com' in it. */
const keyboards = {
  name: {},
  address: {},
  phone: { type: 'tel' },
  website: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
} as const

type Props = {
  restaurant: Restaurant
  onSent: (answer: Output<'POST /restaurants/:id/corrections'>) => void
  onBack: () => void
}

export default function CorrectionForm({ restaurant, onSent, onBack }: Props) {
  const unit = useDistanceUnit()
  const now = factsOf(restaurant)
  const [typed, setTyped] = useState(now)
  const { run, busy, error, fields } = useCall('POST /restaurants/:id/corrections')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const set = (change: Partial<Facts>) => !busy && setTyped({ ...typed, ...change })
  const way = distanceAndDirectionText(now.position, typed.position, unit)
  const send = async () => {
    const answer = await run({ id: restaurant.id, ...changesOf(typed, now) })
    if (answer) onSent(answer)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap={3}>
        {textFields.map((field) => (
          <Field
            key={field}
            label={fieldLabels[field]}
            value={typed[field]}
            error={fields[field]}
            autoComplete="off"
            {...keyboards[field]}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        ))}
        <LazyPinMap point={typed.position} miles={0.15} onPlace={(position) => set({ position })} />
        <p aria-live="polite">{way && `${way} today’s place.`}</p>
        <HoursFields hours={typed.hours} onChange={(hours) => set({ hours })} />
        <Banner tone="bad">{fields.hours ?? fields.position ?? error?.message}</Banner>
        <Row>
          <Button type="submit" size="small" busy={busy}>
            Send
          </Button>
          <Button variant="secondary" size="small" onClick={onBack}>
            Back
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

type HoursProps = { hours: DayHours[]; onChange: (hours: DayHours[]) => void }

/** Seven rows of an opening and a closing time, or 'Closed'. */
const HoursFields = ({ hours, onChange }: HoursProps) => (
  <fieldset className={styles.days}>
    <legend>{fieldLabels.hours}</legend>
    {hours.map((row, index) => {
      const set = (change: Partial<DayHours>) => onChange(hours.with(index, { ...row, ...change }))
      return (
        <div key={row.day} className={styles.day}>
          <span aria-hidden="true">{row.day}</span>
          <input
            type="time"
            aria-label={`${row.day} opens`}
            value={row.openTime ?? ''}
            disabled={row.closed}
            onChange={({ target }) => set({ openTime: target.value || null })}
          />
          <input
            type="time"
            aria-label={`${row.day} closes`}
            value={row.closeTime ?? ''}
            disabled={row.closed}
            onChange={({ target }) => set({ closeTime: target.value || null })}
          />
          <Checkbox
            label={
              <>
                Closed<span className="visually-hidden"> on {row.day}</span>
              </>
            }
            checked={row.closed}
            onChange={(closed) => set({ closed, openTime: null, closeTime: null })}
          />
        </div>
      )
    })}
  </fieldset>
)
