import { useState, type ReactNode } from 'react'
import { useForm } from '#platform/web/form.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Field, type FieldProps, SelectField } from '#platform/web/ui/form/field.tsx'
import { AccountForm } from '../profile/account-form.tsx'
import css from '../profile/account-page.module.css'
import { checkBirthDate, type BirthFieldName } from './signup-check.ts'

type Values<N extends string> = Record<N | BirthFieldName, string>
type SignUpFormState<N extends string> = ReturnType<typeof useForm<N | BirthFieldName>>
type FieldOf = (name: BirthFieldName) => Pick<FieldProps, 'id' | 'name' | 'error'>

/** The answers that every newcomer gives, whether they join by e-mail or with Apple. */
export type JoinAnswers = { birthDate: string; emailConsent: boolean }

type Props<N extends string> = {
  /** Names of the fields that only this way of joining has. `check` validates them in the browser. */
  names: readonly N[]
  check: (values: Values<N>) => Partial<Values<N>>
  renderFields: (form: SignUpFormState<N>) => ReactNode
  join: (answers: JoinAnswers, values: Values<N>) => Promise<void>
  children?: ReactNode
}

export function JoinForm<N extends string>({
  names,
  check,
  renderFields,
  join,
  children,
}: Props<N>) {
  const [emailConsent, setEmailConsent] = useState(false)
  const form = useForm<N | BirthFieldName>({
    names: [...names, 'month', 'year'],
    check: (values) => ({ ...check(values), ...checkBirthDate(values) }),
    async send(values) {
      const birthDate = `${values.year.trim()}-${values.month.padStart(2, '0')}`
      await join({ birthDate, emailConsent }, values)
    },
  })
  return (
    <>
      <AccountForm
        form={form}
        submit="New Members - Join"
        busyLabel="Making your account…"
        below={
          <p className={css.aside}>
            By joining you agree to the{' '}
            {/* In new tabs, because the form would be empty on return. */}
            <Link to="/terms" target="_blank">
              terms of use
            </Link>{' '}
            and the{' '}
            <Link to="/policy" target="_blank">
              privacy policy
            </Link>{' '}
            (in new tabs).
          </p>
        }
      >
        {renderFields(form)}
        <BirthFields field={form.field} />
        <Checkbox
          name="emailConsent"
          checked={emailConsent}
          onChange={setEmailConsent}
          label="Send me mails about the best food in my area. I can change this in the settings."
        />
      </AccountForm>
      {children}
    </>
  )
}

const months = Array.from({ length: 12 }, (_, index) =>
  new Date(2000, index).toLocaleString('en', { month: 'long' }),
)

type NameProps = Pick<FieldProps, 'id' | 'name' | 'error' | 'required' | 'defaultValue'>

/** Asks for the name that everyone sees. */
export const DisplayNameField = (props: NameProps) => (
  <Field
    {...props}
    label="Display username"
    hint="Everyone sees it next to your favorites."
    autoComplete="nickname"
    maxLength={50}
  />
)

/** Asks for month and year of birth without hinting at the required age (rules: age). */
const BirthFields = ({ field }: { field: FieldOf }) => (
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
    <Field {...field('year')} label="Year" autoComplete="bday-year" inputMode="numeric" />
    <p className={css.hint}>We check it once and don’t keep it.</p>
  </fieldset>
)
