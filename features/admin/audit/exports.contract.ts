import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { done, line } from '#platform/contract/shapes.ts'

export const noteExport = call('POST /admin/exports', {
  access: 'admin',
  limit: 'write',
  summary: 'Write down that a table is taken along as a file, before it is',
  input: z.object({
    /** The table, as its file is called. */
    name: line(200),
    rows: z.int().min(0).max(100_000_000),
  }),
  output: done,
})
