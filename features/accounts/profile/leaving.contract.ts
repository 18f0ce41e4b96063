import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { done, instant } from '#platform/contract/shapes.ts'
import { logInAfresh, notAsAnother, wrongPassword } from '../credentials/contract.ts'
import { typed } from '../shapes.ts'

const proof = z.object({
  /** Asked of members who have one; others must have logged in within the last 10 minutes. */
  password: typed(512).optional(),
})

export const deleteAccount = call('DELETE /user', {
  summary: 'Delete one’s account in 14 days; logging in before undoes it',
  access: 'member',
  limit: 'login',
  holdsSecret: true,
  input: proof,
  output: z.object({ deleteAt: instant }),
  errors: [wrongPassword, logInAfresh, notAsAnother],
})

export const disableAccount = call('POST /user/disable', {
  summary: 'Disable one’s account until one logs in again; ends all sessions',
  access: 'member',
  limit: 'login',
  input: proof,
  output: done,
  errors: [wrongPassword, logInAfresh, notAsAnother],
})
