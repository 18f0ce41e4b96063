import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { failure } from '#platform/contract/failure.ts'
import { done, id, instant } from '#platform/contract/shapes.ts'
import { appleLoginError } from './apple/contract.ts'
import { birthDate, email, newPassword, someReferrer, typed, userName } from './shapes.ts'

export * from './apple/contract.ts'
export * from './apple/stand-in.contract.ts'

/** What registering and every kind of log-in answer (rules: answers). */
export const sessionAnswer = z.object({
  id,
  name: z.string(),
  email: z.string(),
  token: z.string(),
  expires: instant,
  verified: z.boolean(),
})

export const tooYoung = failure(
  403,
  'too_young',
  'Sorry, we can’t make an account for you at the moment.',
)
export const emailTaken = failure(
  409,
  'email_taken',
  'There is an account with this e-mail already. Log in, or reset your password.',
)
export const nameTaken = failure(
  409,
  'name_taken',
  'This name, or one that looks like it, is taken. Please choose another.',
)
export const wrongLogin = failure(401, 'wrong_login', 'Wrong e-mail or password.')
export const invalidToken = failure(400, 'invalid_token', 'Invalid or expired token')

export const register = call('POST /register', {
  summary: 'Join; answers a session at once and sends a mail to verify the address',
  access: 'anyone',
  limit: 'register',
  input: z.object({
    userName,
    email,
    password: newPassword,
    birthDate: birthDate.optional(),
    referer: someReferrer,
    referrer: someReferrer,
  }),
  output: sessionAnswer,
  errors: [tooYoung, emailTaken, nameTaken],
})

export const login = call('POST /login', {
  summary: 'Log in by e-mail and password, or by the one-time code of a log-in with Apple',
  access: 'anyone',
  limit: 'login',
  input: z
    .object({
      email: typed(254).optional(),
      password: typed(512).optional(),
      /** In place of both: the one-time code that `POST /login/apple/callback` led to. */
      authorization: z.object({ code: typed(200) }).optional(),
      birthDate: birthDate.optional(),
      referer: someReferrer,
      referrer: someReferrer,
    })
    .superRefine(({ authorization, ...typedIn }, context) => {
      for (const key of ['email', 'password'] as const)
        if (!authorization && typedIn[key] === undefined)
          context.addIssue({ code: 'custom', path: [key], message: 'Please fill this in.' })
    }),
  output: sessionAnswer,
  errors: [wrongLogin, tooYoung, appleLoginError],
})

export const logout = call('POST /logout', {
  summary: 'End the session in hand',
  access: 'member',
  limit: 'write',
  input: z.object({}),
  output: done,
})

export const isYoloAllowed = call('GET /yolos/is-yolo-allowed', {
  summary: 'Whether one may save a yolo: an unverified member may save one',
  access: 'member',
  limit: 'read',
  input: z.object({ userId: id.optional() }),
  output: z.object({ yoloedEarlier: z.boolean(), verified: z.boolean(), allowed: z.boolean() }),
})

export const verifyEmail = call('POST /verify-email', {
  summary: 'Confirm one’s address by the token of the mail’s link',
  access: 'anyone',
  limit: 'write',
  input: z.object({ token: typed(200) }),
  output: z.object({ id, verified: z.literal(true) }),
  errors: [invalidToken],
})

export const resendVerification = call('POST /resend-verification', {
  summary: 'Send the mail to verify one’s address once more; nothing is sent to a verified member',
  access: 'member',
  limit: 'write',
  input: z.object({}),
  output: z.object({ verified: z.boolean() }),
})
