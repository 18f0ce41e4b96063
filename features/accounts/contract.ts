import { z } from 'zod'
import { email, emailKey } from '#domain/email.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant } from '#platform/contract/shapes.ts'
import { birthDate, newPassword, nonEmptyText, referrerParam, userName } from './shapes.ts'

/** What registering and every kind of log-in return (rules: answers). */
export const loginResult = z.object({
  id,
  name: z.string(),
  email: z.string(),
  token: z.string(),
  expires: instant,
  verified: z.boolean(),
  /** Set if this log-in enabled a disabled account. */
  cameBackFrom: z.literal('disabled').optional(),
})

export const tooYoung = declareRefusal(
  403,
  'too_young',
  'Sorry, we can’t make an account for you at the moment.',
)
export const emailTaken = declareRefusal(
  409,
  'email_taken',
  'There is an account with this e-mail already. Log in, or reset your password.',
)
export const nameTaken = declareRefusal(
  409,
  'name_taken',
  'This name, or one that looks like it, is taken. Please choose another.',
)
export const invalidToken = declareRefusal(400, 'invalid_token', 'Invalid or expired token')
export const linkUsed = declareRefusal(400, 'link_used', 'This link was used already.')
export const addressInUse = declareRefusal(
  409,
  'address_in_use',
  'Another account has this e-mail.',
)

export const register = call('POST /register', {
  summary: 'Join; answers a session at once and sends a mail to verify the address',
  access: 'anyone',
  limit: 'register',
  input: z
    .object({
      userName,
      email,
      password: newPassword,
      birthDate: birthDate.optional(),
      /** True if the member agrees to mails about their area (rules: consent). */
      emailConsent: z.boolean().optional(),
      referer: referrerParam,
      referrer: referrerParam,
    })
    .superRefine(({ userName, email, password }, context) => {
      const lowered = password.toLowerCase()
      if ([email.toLowerCase(), emailKey(email), userName.toLowerCase()].includes(lowered))
        context.addIssue({
          code: 'custom',
          path: ['password'],
          message: 'Please choose a password that isn’t your name or e-mail.',
        })
    }),
  output: loginResult,
  errors: [tooYoung, emailTaken, nameTaken],
})

export const logout = call('POST /logout', {
  summary: 'End the session in hand',
  access: 'member',
  allowedWhenSuspended: true,
  limit: 'write',
})

export const showSavePermissions = call('GET /yolos/is-yolo-allowed', {
  summary:
    'Whether one may save a yolo and add a restaurant: an unverified member may do each once',
  access: 'member',
  limit: 'read',
  input: z.object({ userId: id.optional() }),
  output: z.object({
    yoloedEarlier: z.boolean(),
    verified: z.boolean(),
    allowed: z.boolean(),
    restaurantAllowed: z.boolean(),
  }),
})

export const verifyEmail = call('POST /verify-email', {
  summary: 'Confirm one’s address, or a new one, by the token of the mail’s link',
  access: 'anyone',
  limit: 'write',
  input: z.object({ token: nonEmptyText(200) }),
  output: z.object({
    id,
    verified: z.literal(true),
    /** The confirmed address, or null if the viewer isn't the member it belongs to (rules: private addresses). */
    email: z.string().nullable(),
    /** Whether the address is a new one, which replaces the member's old one from now on. */
    changed: z.boolean(),
  }),
  errors: [invalidToken, linkUsed, addressInUse],
})

export const noEmail = declareRefusal(
  409,
  'no_email',
  'Your account has no e-mail. Add one on the page of your account.',
)

export const resendVerification = call('POST /resend-verification', {
  summary: 'Send the mail to verify one’s address once more; nothing is sent to a verified member',
  access: 'member',
  limit: 'forgot',
  output: z.object({ verified: z.boolean() }),
  errors: [noEmail],
})
