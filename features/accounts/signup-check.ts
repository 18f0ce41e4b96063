export const signupNames = ['userName', 'email', 'password', 'confirm', 'month', 'year'] as const
export type SignupValues = Record<(typeof signupNames)[number], string>

export const noMatch = 'Passwords do not match'

const missing: Record<keyof SignupValues, string> = {
  userName: 'Please choose a display username.',
  email: 'Please enter your e-mail.',
  password: 'Please choose a password.',
  confirm: 'Please enter the password once more.',
  month: 'Please choose the month of your birth.',
  year: 'Please enter the year of your birth.',
}

export function checkSignup(values: SignupValues): Partial<SignupValues> {
  const errors: Partial<SignupValues> = {}
  for (const name of signupNames) if (!values[name].trim()) errors[name] = missing[name]
  if (!errors.password && Array.from(values.password).length < 8)
    errors.password = 'At least 8 characters, please.'
  if (!errors.confirm && values.confirm !== values.password) errors.confirm = noMatch
  if (!errors.year && !/^(19|20)\d\d$/.test(values.year.trim()))
    errors.year = 'Please enter the year in four digits.'
  return errors
}
