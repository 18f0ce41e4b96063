import type { Sample } from '#platform/testing/access.ts'

// Each feature's samples are next to its calls.
const files = import.meta.glob<{ samples: Record<string, Sample> }>(
  ['../features/*/access.testing.ts', '../platform/server/access.testing.ts'],
  { eager: true },
)

/** One sample for each API call, by route. */
export const samples: Record<string, Sample> = Object.assign(
  {},
  ...Object.values(files).map((file) => file.samples),
)
