export const passwordMismatchMessage = 'Passwords do not match'
/** The server’s message for an invalid address. */
export const invalidEmailMessage = 'This doesn’t look like an e-mail address.'

const missing = {
  userName: 'Please choose a display username.',
  email: 'Please enter your e-mail.',
  password: 'Please choose a password.',
  confirm: 'Please enter the password once more.',
  month: 'Please choose the month of your birth.',
  year: 'Please enter the year of your birth.',
}
type Typed<N extends keyof typeof missing> = Record<N, string>
export type BirthFieldName = 'month' | 'year'

export const signupFields = ['userName', 'email', 'password', 'confirm'] as const

/** Returns whether a text looks like an e-mail address. The server checks more strictly. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())

const empty = <N extends keyof typeof missing>(typed: Typed<N>, names: readonly N[]) =>
  Object.fromEntries(
    names.filter((name) => !typed[name].trim()).map((name) => [name, missing[name]]),
  ) as Partial<Typed<N>>

export const checkBirthDate = (typed: Typed<BirthFieldName>) => ({
  ...(!/^(19|20)\d\d$/.test(typed.year.trim()) && {
    year: 'This year can’t be right. Please check it.',
  }),
  ...empty(typed, ['month', 'year']),
})

export const checkUserName = (typed: Typed<'userName'>) => empty(typed, ['userName'])

/** Returns whether a field is empty or the passwords differ. Other errors in `errors` are ignored. */
export const isIncomplete = (errors: Partial<Record<string, string>>) =>
  [passwordMismatchMessage, ...Object.values(missing)].some((text) =>
    Object.values(errors).includes(text),
  )

export const checkSignup = (typed: Typed<(typeof signupFields)[number]>) => ({
  ...(!looksLikeEmail(typed.email) && { email: invalidEmailMessage }),
  ...(Array.from(typed.password).length < 8 && { password: 'At least 8 characters, please.' }),
  ...(typed.confirm !== typed.password && { confirm: passwordMismatchMessage }),
  ...empty(typed, signupFields),
})
