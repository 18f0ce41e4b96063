import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import css from './date-range.module.css'
import { rangeErrors, presets, type DayRange } from './days.ts'
import type { useRange } from './use-range.ts'

type Props = {
  range: ReturnType<typeof useRange>
  /** Number of days for which the data is kept, so that no longer range is offered. */
  keptDays?: number
}

/** A form for the first and last day of a range, which must not be in the future. */
export function DateRange({ range, keptDays = Infinity }: Props) {
  const { day, days, change } = range
  const [typed, setTyped] = useState<DayRange & { of: string }>({ ...days, of: '' })
  // The fields follow the address, which the browser's back button or a preset can change too.
  const of = `${days.from} ${days.to}`
  if (typed.of !== of) setTyped({ ...days, of })
  const [tried, setTried] = useState(false)
  const isAsked = typed.from === days.from && typed.to === days.to
  const faults = tried || isAsked ? rangeErrors(typed, day) : null
  return (
    <form
      noValidate
      className={css.range}
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = rangeErrors(typed, day) !== null
        setTried(wrong)
        if (!wrong) change({ from: typed.from, to: typed.to })
      }}
    >
      <Field
        type="date"
        label="From"
        max={typed.to && typed.to < day ? typed.to : day}
        value={typed.from}
        error={faults?.from}
        onChange={({ target }) => setTyped({ ...typed, from: target.value })}
      />
      <Field
        type="date"
        label="To"
        min={typed.from}
        max={day}
        value={typed.to}
        error={faults?.to}
        onChange={({ target }) => setTyped({ ...typed, to: target.value })}
      />
      <Button type="submit">Show</Button>
      <Chips label="Common ranges">
        {presets(day, keptDays).map(({ label, from, to }) => (
          <Chip
            key={label}
            pressed={days.from === from && days.to === to}
            onClick={() => {
              setTried(false)
              change({ from, to })
            }}
          >
            {label}
          </Chip>
        ))}
      </Chips>
    </form>
  )
}
