import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'
import { id, instant } from '#platform/contract/shapes.ts'
import {
  birthDate,
  email,
  emailKey,
  newPassword,
  referrerParam,
  nonEmptyText,
  userName,
} from './shapes.ts'

/** What registering and every kind of log-in return (rules: answers). */
export const loginResult = z.object({
  id,
  name: z.string(),
  email: z.string(),
  token: z.string(),
  expires: instant,
  verified: z.boolean(),
  /** What this log-in brought the member back from, if their account was disabled or to be deleted. */
  cameBackFrom: z.enum(['disabled', 'deletion']).optional(),
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
export const addressInUse = declareRefusal(
  409,
  'address_in_use',
  'Another account has this e-mail.',
)
export const mailboxTaken = declareRefusal(
  409,
  'mailbox_taken',
  'Another account of your mailbox is verified already: its address has other dots, or something else behind a +, or was changed in the last 90 days. One mailbox verifies one account. Log in to that one. If somebody else made it, log in to yours and open this link again.',
)

export const register = call('POST /register', {
  summary:
    'Join; answers a session at once and sends a mail to verify the address, only a few an hour to one mailbox',
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
      if (lowered === emailKey(email) || lowered === userName.toLowerCase())
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

/** Mails that a member can agree to (rules: consent). */
export const agreedMail = z.enum(['weeklyMail', 'emailConsent'])
export type AgreedMail = z.infer<typeof agreedMail>

export const checkVerifyToken = call('POST /verify-email/check', {
  summary: 'What the token of a mail’s link would do; doesn’t use it up',
  access: 'anyone',
  limit: 'write',
  input: z.object({ token: nonEmptyText(200) }),
  output: z.object({
    /** The address that the link was mailed to, which is the one that it confirms. */
    email: z.string(),
    /** Whether the address is a new one, which would replace the member's old one. */
    changes: z.boolean(),
    /** Whether the viewer is the member. Only then pages confirm without a tap, unless it `takes` the address. */
    isOwn: z.boolean(),
    /** Whether another account has the address and must lose it, which takes `takeAddress` and the member's session. */
    takes: z.boolean(),
    /** Mails that the account agreed to and that end unless the reader of this mail agrees to them, too. */
    agreed: z.array(agreedMail),
  }),
  errors: [invalidToken],
})

export const verifyEmail = call('POST /verify-email', {
  summary: 'Confirm one’s address by the token of the mail’s link',
  access: 'anyone',
  limit: 'write',
  input: z.object({
    token: nonEmptyText(200),
    /** Which of the mails that the account agreed to its address's reader wants, if the viewer isn't its member. */
    agreed: z.array(agreedMail).max(2).optional(),
    /** Takes a new address from another account that was made with it and never verified it. */
    takeAddress: z.boolean().optional(),
  }),
  output: z.object({
    id,
    verified: z.literal(true),
    /** The confirmed address, or null if the viewer isn't the member it belongs to (rules: private addresses). */
    email: z.string().nullable(),
    /** Whether the address is a new one, which replaces the member's old one from now on. */
    changed: z.boolean(),
  }),
  errors: [invalidToken, mailboxTaken, addressInUse],
})

export const noEmail = declareRefusal(
  409,
  'no_email',
  'Your account has no e-mail. Add one on the page of your account.',
)

export const resendVerification = call('POST /resend-verification', {
  summary:
    'Send the mail to verify one’s address once more, only a few an hour to one mailbox; nothing is sent to a verified member',
  access: 'member',
  limit: 'write',
  output: z.object({ verified: z.boolean() }),
  errors: [noEmail],
})
