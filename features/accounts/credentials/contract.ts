import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { addressInUse, agreedMail, invalidToken } from '../contract.ts'
import { email, newPassword, nonEmptyText } from '../shapes.ts'

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

export const forgotPassword = call('POST /forgot-password', {
  summary: 'Send a link for a new password; says the same whether or not the e-mail is known',
  access: 'anyone',
  limit: 'forgot',
  inputFrom: 'query-or-body',
  input: z.object({ email: z.string().trim().min(1, 'Email is required').max(320) }),
  output: z.object({ message: z.string() }),
})

export const resetPassword = call('POST /reset-password', {
  summary: 'Set a new password by the token of the mail’s link; ends all sessions',
  access: 'anyone',
  limit: 'login',
  input: z.object({ token: nonEmptyText(200), password: newPassword }),
  output: z.object({
    /** True if a log-in with Apple still opens the account. */
    apple: z.boolean(),
  }),
  errors: [invalidToken],
})

export const checkResetToken = call('POST /reset-password/check', {
  summary: 'Whether the token of a mail’s link can still set a password; doesn’t use it up',
  access: 'anyone',
  limit: 'write',
  input: z.object({ token: nonEmptyText(200) }),
  output: z.object({
    /** The address that the link was mailed to, which is that of the account. */
    email: z.string(),
    /** Mails that the account agreed to and that end with the new password: somebody else might have made it. */
    ending: z.array(agreedMail),
  }),
  errors: [invalidToken],
})

export const resetPasswordByPath = call('POST /reset-password/:newPassword', {
  summary:
    'The same for old clients: the token stands in the authorization header, bare or after Bearer',
  access: 'anyone',
  limit: 'login',
  input: z.object({ newPassword }),
  errors: [invalidToken],
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
    'Ask for a new e-mail; it takes effect when the link sent there is opened. Ends all other sessions',
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

export const passwordFirst = declareRefusal(
  409,
  'password_first',
  'This is your only way to log in. Please get a password first.',
)

export const unlinkApple = call('DELETE /user/apple', {
  summary: 'Unlink one’s log-in with Apple; takes the password, and ends all other sessions',
  access: 'member',
  limit: 'login',
  input: z.object({ password: nonEmptyText(512).optional() }),
  errors: [passwordFirst, wrongPassword, notWhileImpersonating],
})

export const noPendingEmail = declareRefusal(
  409,
  'no_pending_email',
  'No change of your e-mail is waiting any more.',
)

export const resendEmailChange = call('POST /user/email/resend', {
  summary: 'Send the link to the new e-mail that waits to be confirmed once more',
  access: 'member',
  limit: 'forgot',
  output: z.object({ result: z.object({ email: z.string(), pending: z.literal(true) }) }),
  errors: [noPendingEmail, notWhileImpersonating],
})

export const cancelEmailChange = call('DELETE /user/email', {
  summary: 'Keep one’s e-mail: the link sent to a new one becomes void',
  access: 'member',
  limit: 'write',
  errors: [noPendingEmail, notWhileImpersonating],
})

export const undoEmailChange = call('POST /user/email/undo', {
  summary:
    'Take a change of e-mail back by the token of the mail to the address of before; ends all sessions',
  access: 'anyone',
  limit: 'login',
  input: z.object({
    token: nonEmptyText(200),
    /** Takes the address even from an account that was made with it meanwhile and never verified it. */
    takeAddress: z.boolean().optional(),
  }),
  errors: [invalidToken, addressInUse],
})
