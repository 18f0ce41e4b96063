import { notWhileImpersonating } from '#domain/impersonating.ts'
import { z } from 'zod'
import { email, emailKey } from '#domain/email.ts'
import { description } from '#domain/shapes.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notYours } from '#platform/contract/failure.ts'
import { id, instant, latitude, longitude, oneLineText } from '#platform/contract/shapes.ts'
import { birthDate, newPassword, nonEmptyText, referrerParam, userName } from './shapes.ts'

/** What registering and every kind of log-in return (rules: answers). */
export const loginResult = z.object({
  id,
  name: z.string(),
  email: z.string(),
  token: z.string(),
  expires: instant,
  verified: z.boolean(),
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
  summary: 'Whether one may save a yolo: an unverified member may save one',
  access: 'member',
  limit: 'read',
  input: z.object({ userId: id.optional() }),
  output: z.object({
    yoloedEarlier: z.boolean(),
    verified: z.boolean(),
    allowed: z.boolean(),
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
    email: z.string(),
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

export const wrongPassword = declareRefusal(403, 'wrong_password', 'This is not your password.')
export const passwordNeeded = declareRefusal(
  403,
  'password_needed',
  'Please give your password, or sign in with Apple once more.',
)
export const forgotPassword = call('POST /forgot-password', {
  summary: 'Send a link for a new password; says the same whether or not the e-mail is known',
  access: 'anyone',
  limit: 'forgot',
  inputFrom: 'query-or-body',
  input: z.object({
    email: z.string('Email is required').trim().min(1, 'Email is required').max(320),
  }),
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
  errors: [passwordNeeded, wrongPassword, notWhileImpersonating],
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

export const nameChangedLately = declareRefusal(
  409,
  'name_changed_lately',
  'You are allowed 1 name change per year.',
)
export const ownAccount = call('GET /user', {
  summary: 'One’s own account, as its screens show it',
  access: 'member',
  limit: 'read',
  input: z.object({ v: z.string().max(40).optional() }),
  output: z.object({
    id,
    userName: z.string(),
    /** When the user name can next be changed, or null if it can be changed now. */
    nameChangeFrom: instant.nullable(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** A new e-mail that takes effect once the link sent there is opened, or null. */
    pendingEmail: z.string().nullable(),
    verified: z.boolean(),
    bio: z.string(),
    hasPassword: z.boolean(),
    loginInfo: z.object({
      facebookLogin: z.boolean(),
      appleLogin: z.boolean(),
      simpleLogin: z.boolean(),
    }),
    location: z
      .object({ latitude: z.number(), longitude: z.number(), name: z.string() })
      .nullable(),
    /** Number of verified members who joined by this member's link. */
    refCount: z.int(),
  }),
})

export const changeName = call('PUT /user/name', {
  summary: 'Change first and last name',
  access: 'member',
  limit: 'write',
  input: z.object({ firstname: oneLineText(100), lastname: oneLineText(100, 0) }),
  output: z.object({ result: z.object({ firstName: z.string(), lastName: z.string() }) }),
})

export const changeDisplayName = call('PUT /user/display-name', {
  summary: 'Change the name that everyone sees, once in 365 days',
  access: 'member',
  limit: 'write',
  input: z.object({ userName }),
  output: z.object({
    result: z.object({ userName: z.string(), nameChangeFrom: instant.nullable() }),
  }),
  errors: [nameTaken, nameChangedLately],
})

export const changeBio = call('PUT /user/bio', {
  summary: 'A few words on one’s page, at most 300 characters; empty takes them away',
  access: 'member',
  limit: 'write',
  input: z.object({ bio: description }),
  output: z.object({ result: z.object({ bio: z.string() }) }),
})

export const saveLocation = call('POST /save-location', {
  summary: 'Keep the place where one looks; one’s own e-mail may be sent along',
  access: 'member',
  limit: 'write',
  input: z.object({
    userEmail: z.string().max(320).optional(),
    latitude,
    longitude,
    name: oneLineText(200, 0).optional(),
  }),
  errors: [notYours],
})

export const noSpecialUser = declareRefusal(404, 'no_user_20', 'There is no user 20 on this site.')

export const actAsSpecialUser = call('POST /login/20', {
  summary: 'Admin 514 takes a session as user 20, for an hour at most',
  access: 'admin-514',
  limit: 'write',
  output: z.object({
    id,
    name: z.string(),
    token: z.string(),
    expires: instant,
    verified: z.boolean(),
  }),
  errors: [notWhileImpersonating, noSpecialUser],
})

const leaving = {
  access: 'member',
  limit: 'login',
  input: z.object({ password: nonEmptyText(512).optional() }),
  errors: [passwordNeeded, wrongPassword, notWhileImpersonating],
} as const

export const deleteAccount = call('DELETE /user', {
  ...leaving,
  summary: 'Delete one’s account at once, with all that is one’s own',
})

export const disableAccount = call('POST /user/disable', {
  ...leaving,
  summary: 'Disable one’s account until one logs in again; ends all sessions',
})
