import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { dayRangeInput } from '../days.ts'

const counts = z.object({
  /** Number of members who joined. */
  members: z.int(),
  yolos: z.int(),
  votes: z.int(),
  /** Number of reports of dishes off the menu, closed restaurants and abuse. */
  reports: z.int(),
})

export const overview = call('GET /admin/overview', {
  access: 'admin',
  limit: 'read',
  summary:
    'What came about on each day from one to another, by the calendar of `timeZone`, and in all of them; at most ten years. Counted is what is still there.',
  input: dayRangeInput.extend({ v: ignoredCacheBuster }),
  output: z.object({ days: z.array(counts.extend({ day: z.iso.date() })), totals: counts }),
})
