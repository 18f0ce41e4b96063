type End = () => unknown
const ends: End[] = []

/**
 * Runs `end` after all tests of the file. It can be called anywhere, even in a test or hook. The last one registered
 * runs first.
 */
export const onFileEnd = (end: End): void => void ends.push(end)

/** Runs all registered functions. If one fails, the others still run, and its error is thrown at the end. */
export async function endAll() {
  const failed: unknown[] = []
  for (const end of ends.splice(0).toReversed())
    try {
      await end()
    } catch (error) {
      failed.push(error)
    }
  if (failed.length === 1) throw failed[0]
  if (failed.length > 1) throw new AggregateError(failed, failed.map(String).join('\n\n'))
}
