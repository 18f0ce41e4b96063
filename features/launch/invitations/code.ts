/** Letters and digits of a code, without those that are easily confused, such as '0' and 'o'. */
export const codeLetters = 'abcdefghjkmnpqrstuvwxyz23456789'
export const codeLength = 8

const code = new RegExp(`^[${codeLetters}]{${codeLength}}$`)

/** Returns whether a text has the form of an invitation's code. */
export const isInvitationCode = (text: string) => code.test(text)
