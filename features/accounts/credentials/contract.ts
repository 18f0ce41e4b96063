import { z } from 'zod'
import { email } from '#domain/email.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { addressInUse, invalidToken, linkUsed } from '../contract.ts'
import { newPassword, nonEmptyText } from '../shapes.ts'

export const wrongPassword = declareRefusal(403, 'wrong_password', 'This is not your password.')
export const notWhileImpersonating = declareRefusal(
  403,
  'not_as_another',
  'Not while you act for someone else: the account is theirs.',
)
export const passwordNeeded = declareRefusal(
  403,
  'password_needed',
  'Please give your password, or sign in with Apple once more.',
)
export const reloginRequired = declareRefusal(
  403,
  'log_in_afresh',
  'Please log out and in again first.',
)
export const passwordFirst = declareRefusal(
  409,
  'password_first',
  'This is your only way to log in. Please get a password first.',
)

export const forgotPassword = call('POST /forgot-password', {
  summary: 'Send a link for a new password; says the same whether or not the e-mail is known',
  access: 'anyone',
  limit: 'forgot',
  inputFrom: 'query-or-body',
  input: z.object({ email: z.string().trim().min(1, 'Email is required').max(320) }),
  output: z.object({ message: z.string() }),
})

const resetErrors = [invalidToken, linkUsed, addressInUse] as const

export const resetPassword = call('POST /reset-password', {
  summary:
    'Take the whole account by the token of a mail’s link: sets the password, verifies the address, ends all sessions, unlinks Apple',
  access: 'anyone',
  limit: 'login',
  input: z.object({ token: nonEmptyText(200), password: newPassword }),
  output: z.object({
    /** The address that the link was mailed to, which is that of the account. */
    email: z.string(),
  }),
  errors: resetErrors,
})

export const resetPasswordByPath = call('POST /reset-password/:newPassword', {
  summary:
    'The same for old clients: the token stands in the authorization header, bare or after Bearer',
  access: 'anyone',
  limit: 'login',
  input: z.object({ newPassword }),
  errors: resetErrors,
})

export const changePassword = call('PUT /user/password', {
  summary: 'Change one’s password; ends all other sessions',
  access: 'member',
  limit: 'login',
  input: z.object({ current: nonEmptyText(512), password: newPassword }),
  errors: [wrongPassword, notWhileImpersonating],
})

export const changeEmail = call('PUT /user/email', {
  summary:
    'Ask for a new e-mail; it takes effect when the link sent there is pressed. Ends all other sessions',
  access: 'member',
  limit: 'forgot',
  input: z.object({
    email,
    /** Required unless the member has logged in with Apple within the last five minutes. */
    password: nonEmptyText(512).optional(),
  }),
  output: z.object({ result: z.object({ email: z.string(), pending: z.literal(true) }) }),
  errors: [passwordNeeded, wrongPassword, notWhileImpersonating],
})

export const unlinkApple = call('DELETE /user/apple', {
  summary: 'Unlink one’s log-in with Apple; takes the password, and ends all other sessions',
  access: 'member',
  limit: 'login',
  input: z.object({ password: nonEmptyText(512).optional() }),
  errors: [passwordFirst, wrongPassword, notWhileImpersonating],
})
