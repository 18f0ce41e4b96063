import { ApiError } from '#platform/web/api.ts'
import { Field, SelectField } from '#platform/web/ui/form/field.tsx'
import css from '../profile/account-page.module.css'

export const birthNames = ['month', 'year'] as const
export type BirthValues = Record<(typeof birthNames)[number], string>

const months = Array.from({ length: 12 }, (_, index) =>
  new Date(2000, index).toLocaleString('en', { month: 'long' }),
)
const twoDigits = (n: number | string) => String(n).padStart(2, '0')

export const birthDateOf = ({ month, year }: BirthValues) => `${year.trim()}-${twoDigits(month)}`

/** The server speaks of one date, the screen of two fields. */
export const onTheMonth = (error: unknown) =>
  error instanceof ApiError && error.fields.birthDate
    ? new ApiError(error.status, error.code, error.message, {
        fields: { ...error.fields, month: error.fields.birthDate },
      })
    : error

type FieldOf = (name: keyof BirthValues) => {
  id: string
  name: string
  required: boolean
  error: string | null
}

/** Asked neutrally: no hint at which answer opens the door (rules: age). */
export function BirthFields({ field }: { field: FieldOf }) {
  return (
    <fieldset className={css.birth}>
      <legend>When were you born?</legend>
      <SelectField {...field('month')} label="Month" autoComplete="bday-month" defaultValue="">
        <option value="">Month</option>
        {months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        {...field('year')}
        label="Year"
        autoComplete="bday-year"
        inputMode="numeric"
        maxLength={4}
      />
      <p className={css.hint}>We check it once and don’t keep it.</p>
    </fieldset>
  )
}
