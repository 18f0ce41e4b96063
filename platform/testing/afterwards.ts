import { afterAll } from 'vitest'

type End = () => unknown
const ends: End[] = []

// Here, at the top of a file: a hook that is registered within another hook or a test never runs, and nothing says so.
afterAll(async () => {
  const failed: unknown[] = []
  for (const end of ends.splice(0).toReversed())
    try {
      await end()
    } catch (error) {
      failed.push(error)
    }
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, failed.map(String).join('\n\n'))
}, 120_000)

/** Runs `end` once all tests of the file have run, wherever this is called; what began last ends first. */
export const afterwards = (end: End): void => void ends.push(end)
