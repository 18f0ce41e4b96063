import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, v } from '#platform/contract/shapes.ts'

export const contest = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  prize: z.string(),
  /** The community it is for. */
  area: z.string(),
  /** Who may take part. */
  eligibility: z.string(),
  /** Ids of the categories that count; all of them where empty. */
  categoryIds: z.array(z.int()),
  /** YYYY-MM-DD; null where no first day was announced. */
  opensOn: z.string().nullable(),
  drawsOn: z.string(),
  /** By the calendar of its place. */
  state: z.enum(['coming', 'open', 'past']),
})
export type Contest = z.output<typeof contest>

export const listContests = call('GET /contests', {
  summary: 'Every contest, those that can still be won first',
  access: 'anyone',
  limit: 'read',
  input: z.object({ v }),
  output: z.array(contest),
})
