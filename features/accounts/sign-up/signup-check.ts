export const signupFields = ['userName', 'email', 'password', 'confirm'] as const
export type SignupValues = Record<(typeof signupFields)[number], string>
export type BirthFieldName = 'month' | 'year'

export const passwordMismatchMessage = 'Passwords do not match'
/** The server’s message for an invalid address. */
export const invalidEmailMessage = 'This doesn’t look like an e-mail address.'

/** Returns whether a text looks like an e-mail address. The server checks more strictly. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())

const missing: Record<keyof SignupValues | BirthFieldName, string> = {
  userName: 'Please choose a display username.',
  email: 'Please enter your e-mail.',
  password: 'Please choose a password.',
  confirm: 'Please enter the password once more.',
  month: 'Please choose the month of your birth.',
  year: 'Please enter the year of your birth.',
}

function checkYear(year: string) {
  if (!/^\d{4}$/.test(year.trim())) return 'Please enter the year in four digits.'
  return /^(19|20)/.test(year.trim()) ? null : 'This year can’t be right. Please check it.'
}

export function checkBirthDate(values: Record<BirthFieldName, string>) {
  const errors: Partial<typeof values> = {}
  for (const name of ['month', 'year'] as const)
    if (!values[name].trim()) errors[name] = missing[name]
  const year = errors.year ? null : checkYear(values.year)
  return { ...errors, ...(year ? { year } : {}) }
}

export const checkUserName = ({ userName }: { userName: string }) =>
  userName.trim() ? {} : { userName: missing.userName }

/** Returns whether a field is empty or the passwords differ. Other errors in `errors` are ignored. */
export const isIncomplete = (errors: Partial<Record<string, string>>) =>
  Object.entries(errors).some(
    ([name, error]) =>
      error === passwordMismatchMessage || error === (missing as Record<string, string>)[name],
  )

export function checkSignup(values: SignupValues): Partial<SignupValues> {
  const errors: Partial<SignupValues> = {}
  for (const name of signupFields) if (!values[name].trim()) errors[name] = missing[name]
  if (!errors.email && !looksLikeEmail(values.email)) errors.email = invalidEmailMessage
  if (!errors.password && Array.from(values.password).length < 8)
    errors.password = 'At least 8 characters, please.'
  if (!errors.confirm && values.confirm !== values.password)
    errors.confirm = passwordMismatchMessage
  return errors
}
