import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { declareRefusal } from '#platform/contract/failure.ts'

export const appleLoginError = declareRefusal(401, 'apple_login', 'Apple Login error')
export const wrongLogin = declareRefusal(401, 'wrong_login', 'Wrong e-mail or password.')
export const applePassword = declareRefusal(
  403,
  'password_needed',
  'This e-mail has an account. Enter its password once, and Apple opens it from then on.',
)
export const appleNotConfigured = declareRefusal(
  404,
  'no_apple',
  'Sign in with Apple isn’t set up here.',
)
export const startApple = call('GET /login/apple', {
  summary: 'Begin to sign in with Apple: redirects the browser to it',
  access: 'anyone',
  limit: 'any-site',
  produces: 'text/html',
  // Sets a cookie and inserts a row. Pages under another host name of this site link here, too (`AppleButton`).
  unsafeGet: true,
  fromAnySite: true,
  input: z.object({ next: z.string().max(2000).optional() }),
  errors: [appleNotConfigured],
})

export const appleCallback = call('POST /login/apple/callback', {
  summary: 'Where Apple sends the browser back; redirects to the log-in page with a one-time code',
  access: 'anyone',
  limit: 'any-site',
  fromAnySite: true,
  consumes: 'application/x-www-form-urlencoded',
  produces: 'text/html',
  // Apple's `user` is a name, not an id.
  othersId: true,
  input: z.object({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(2000).optional(),
    error: z.string().max(200).optional(),
    iss: z.string().max(500).optional(),
    user: z.string().max(4000).optional(),
  }),
  errors: [appleNotConfigured],
})
