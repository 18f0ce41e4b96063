import { z } from 'zod'
import { invalidToken } from '#features/accounts/contract.ts'
import { call } from '#platform/contract/call.ts'

export const stopWeeklyMail = call('POST /weekly-mail/stop', {
  summary: 'End the weekly mail by the token of one; needs no log-in',
  access: 'anyone',
  limit: 'write',
  input: z.object({ token: z.string().min(1).max(200) }),
  errors: [invalidToken],
})
