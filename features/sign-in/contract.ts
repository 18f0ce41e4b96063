import { z } from 'zod'
import { loginResult, nameTaken, tooYoung } from '#features/accounts/contract.ts'
import { birthDate, referrerParam, nonEmptyText, userName } from '#features/accounts/shapes.ts'
import {
  appleLoginError,
  applePassword,
  wrongLogin,
} from '#features/sign-in-with-apple/contract.ts'
import { call } from '#platform/contract/call.ts'

export const login = call('POST /login', {
  summary: 'Log in by e-mail and password, or by the one-time code of a log-in with Apple',
  access: 'anyone',
  limit: 'login',
  input: z
    .object({
      email: nonEmptyText(254).optional(),
      password: nonEmptyText(512).optional(),
      /**
       * The one-time code from `POST /login/apple/callback`, in place of an e-mail. A password with it links the account
       * that has the e-mail.
       */
      authorization: z.object({ code: nonEmptyText(200) }).optional(),
      /** The display name that a newcomer chose. Ignored for an existing member. */
      userName: userName.optional(),
      birthDate: birthDate.optional(),
      /** Whether a newcomer agrees to mails about their area (rules: consent). Ignored for an existing member. */
      emailConsent: z.boolean().optional(),
      referer: referrerParam,
      referrer: referrerParam,
    })
    .superRefine(({ authorization, ...typedIn }, context) => {
      for (const key of ['email', 'password'] as const)
        if (!authorization && typedIn[key] === undefined)
          context.addIssue({ code: 'custom', path: [key], message: 'Please fill this in.' })
    }),
  output: loginResult,
  errors: [wrongLogin, tooYoung, nameTaken, appleLoginError, applePassword],
})
