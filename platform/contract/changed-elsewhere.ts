import { z } from 'zod'
import { declareRefusal } from './failure.ts'

/** What an edit would replace isn't what its page showed (rules: edits). `now` is what stands in its place. */
export const changedElsewhere = declareRefusal(
  409,
  'changed_elsewhere',
  'This was changed elsewhere meanwhile.',
  z.object({ now: z.record(z.string(), z.unknown()) }),
)
