import type { Sample } from '#platform/testing/access.ts'

// Each feature's samples stand beside its calls.
const files = import.meta.glob<{ samples: Record<string, Sample> }>(
  ['../features/*/access.testing.ts', '../platform/server/access.testing.ts'],
  { eager: true },
)

/** One sample per call of the wire, by route. */
export const samples: Record<string, Sample> = Object.assign(
  {},
  ...Object.values(files).map((file) => file.samples),
)
