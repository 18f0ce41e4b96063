import type { Keeping } from '#platform/server/keeping.ts'

export const keeping: Keeping = {
  leftOut: {
    provider_outages: 'whether the place provider answers shows itself by asking it',
    provider_questions: 'what was asked on a day counts for that day alone',
  },
}
