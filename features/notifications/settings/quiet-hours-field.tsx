import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { SelectField } from '#platform/web/ui/form/field.tsx'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { useHydrated } from '#platform/web/storage/stored.ts'
import css from './settings.module.css'

type Hours = { from: number; to: number }

const usual: Hours = { from: 22, to: 7 }
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The hours in which no push comes, by the reader's clock. */
export function QuietHoursField({
  value,
  onChange,
}: {
  value: Hours | null
  onChange: (value: Hours | null) => void
}) {
  const hydrated = useHydrated()
  const clock = new Intl.DateTimeFormat(hydrated ? readerLocale() : 'en', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  const select = (end: keyof Hours, label: string, { from, to }: Hours) => (
    <SelectField
      label={label}
      name={`quiet-${end}`}
      value={end === 'from' ? from : to}
      onChange={({ target }) => onChange({ from, to, [end]: Number(target.value) })}
    >
      {hours
        // Quiet hours can't begin and end at the same hour.
        .filter((hour) => hour !== (end === 'from' ? to : from))
        .map((hour) => (
          <option key={hour} value={hour}>
            {clock.format(Date.UTC(2000, 0, 1, hour))}
          </option>
        ))}
    </SelectField>
  )
  return (
    <fieldset className={css.boxes}>
      <legend>Quiet hours, on all devices</legend>
      <Checkbox
        name="quiet"
        label="No notices at night"
        checked={value !== null}
        onChange={(on) => onChange(on ? usual : null)}
      />
      {value && (
        <div className={css.hours}>
          {select('from', 'From', value)}
          {select('to', 'To', value)}
        </div>
      )}
    </fieldset>
  )
}
