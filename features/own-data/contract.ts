import { z } from 'zod'
import { notWhileImpersonating } from '#domain/impersonating.ts'
import { call } from '#platform/contract/call.ts'

export const exportOwnData = call('GET /user/export', {
  summary: 'All that is stored about one: an archive of one’s photos, and of a JSON file',
  access: 'member',
  limit: 'login',
  output: z.any(),
  produces: 'application/zip',
  errors: [notWhileImpersonating],
})
