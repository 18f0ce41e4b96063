import { z } from 'zod'
import { description } from '#domain/shapes.ts'
import { call } from '#platform/contract/call.ts'
import { declareRefusal, notYours } from '#platform/contract/failure.ts'
import { id, instant, latitude, oneLineText, longitude } from '#platform/contract/shapes.ts'
import { nameTaken } from '../contract.ts'
import { reloginRequired, notWhileImpersonating, wrongPassword } from '../credentials/contract.ts'
import { nonEmptyText, userName } from '../shapes.ts'

export const nameChangedLately = declareRefusal(
  409,
  'name_changed_lately',
  'You are allowed 1 name change per year.',
)
export const sessionNotFound = declareRefusal(
  404,
  'session_not_found',
  'This session has ended already.',
)

export const ownAccount = call('GET /user', {
  summary: 'One’s own account, as its screens show it',
  access: 'member',
  limit: 'read',
  input: z.object({ v: z.string().max(40).optional() }),
  output: z.object({
    id,
    userName: z.string(),
    /** The name that a verified member took, until the member chooses another; null if none was. */
    lostName: z.string().nullable(),
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
    /** Whether a log-in with Apple was unlinked, which is linked again only from the account's own page. */
    appleUnlinked: z.boolean(),
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
  summary: 'Change the name that everyone sees, once in 365 days, and once more while taken down',
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

export const listSessions = call('GET /sessions', {
  summary: 'One’s open sessions, last used first',
  access: 'member',
  limit: 'read',
  output: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      createdAt: instant,
      lastUsedAt: instant,
      expires: instant,
      current: z.boolean(),
    }),
  ),
  errors: [notWhileImpersonating],
})

export const endSession = call('DELETE /sessions/:id', {
  summary: 'End one of one’s sessions',
  access: 'member',
  limit: 'write',
  input: z.object({ id: z.string().regex(/^\d{1,18}$/, 'There is no such session.') }),
  errors: [sessionNotFound, notWhileImpersonating],
})

export const endAllSessions = call('DELETE /sessions', {
  summary: 'Log out everywhere, here too',
  access: 'member',
  limit: 'write',
  errors: [notWhileImpersonating],
})

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
  errors: [notWhileImpersonating, sessionNotFound],
})

const leaving = {
  access: 'member',
  limit: 'login',
  /** The password is required if the member has one. Others must have logged in within the last 10 minutes. */
  input: z.object({ password: nonEmptyText(512).optional() }),
  errors: [wrongPassword, reloginRequired, notWhileImpersonating],
} as const

export const deleteAccount = call('DELETE /user', {
  ...leaving,
  summary: 'Delete one’s account in 14 days; logging in before undoes it',
  output: z.object({ deleteAt: instant }),
})

export const disableAccount = call('POST /user/disable', {
  ...leaving,
  summary: 'Disable one’s account until one logs in again; ends all sessions',
})
