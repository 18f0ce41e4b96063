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

export const endAllSessions = call('DELETE /sessions', {
  summary: 'Log out everywhere, here too',
  access: 'member',
  limit: 'write',
  errors: [notWhileImpersonating],
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
  /** The password is required if the member has one. Others must have logged in within the last 10 minutes. */
  input: z.object({ password: nonEmptyText(512).optional() }),
  errors: [wrongPassword, reloginRequired, notWhileImpersonating],
} as const

export const deleteAccount = call('DELETE /user', {
  ...leaving,
  summary: 'Delete one’s account at once, with all that is one’s own',
})

export const disableAccount = call('POST /user/disable', {
  ...leaving,
  summary: 'Disable one’s account until one logs in again; ends all sessions',
})
