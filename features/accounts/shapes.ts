import { z } from 'zod'
import { countCharacters } from '#platform/text/characters.ts'
import { commonPasswords } from './credentials/common-passwords.data.ts'
import {
  isReserved,
  maxUserNameLength,
  nameProblem,
  normalizeName,
  changedByNfkc,
} from './names/user-name.ts'

/** A non-empty text of at most `max` characters, not checked any further. */
export const nonEmptyText = (max: number) => z.string().min(1, 'Please fill this in.').max(max)

export const userName = z
  .string()
  .max(maxUserNameLength * 4)
  .meta({ maxLength: maxUserNameLength })
  .refine((name) => !changedByNfkc.test(name), 'Please use other letters.')
  .transform(normalizeName)
  .superRefine((name, context) => {
    const message =
      nameProblem(name) ??
      (isReserved(name) ? 'This name is kept for the people who run this site.' : null)
    if (message) context.addIssue({ code: 'custom', message })
  })

function passwordProblem(password: string): string | null {
  const length = countCharacters(password)
  if (length < 8) return 'At least 8 characters, please.'
  if (length > 128) return 'At most 128 characters.'
  const isCommon = commonPasswords.has(password.normalize('NFKC').toLowerCase())
  if (!isCommon && new Set(password).size > 1) return null
  return 'This password is too common. Please choose another.'
}

/** A new password. Its length is counted in characters, not code units, and nothing is cut off (docs/safety.md, S2). */
export const newPassword = z
  .string()
  .meta({ minLength: 8, maxLength: 128 })
  .superRefine((password, context) => {
    const message = passwordProblem(password)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Year and month of birth, as 'YYYY-MM'. */
export const birthDate = z
  .string()
  .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Please give a month and a year, like 1990-05.')

/** The referring member's id, from a link that might be mangled. Anything else is ignored (rules: referrals). */
export const referrerParam = z.coerce.number().int().min(1).max(2_147_483_647).nullish().catch(null)
