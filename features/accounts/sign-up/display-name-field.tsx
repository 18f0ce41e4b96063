import { Field, type FieldProps } from '#platform/web/ui/form/field.tsx'

type Props = Pick<FieldProps, 'id' | 'name' | 'error' | 'required' | 'defaultValue'>

/** Asks a newcomer for the name that everyone sees, whether they join by e-mail or with Apple. */
export const DisplayNameField = (props: Props) => (
  <Field
    {...props}
    label="Display username"
    hint="Everyone sees it beside your favorites."
    autoComplete="nickname"
    maxLength={50}
  />
)
