type End = () => unknown
const ends: End[] = []

/** Runs `end` once all tests of the file have run, wherever this is called; what began last ends first. */
export const onFileEnd = (end: End): void => void ends.push(end)

/** Ends all that the file began; one that fails keeps no other from ending. */
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
