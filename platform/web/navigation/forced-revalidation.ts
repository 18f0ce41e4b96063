let running = 0

/** For the `shouldRevalidate` of a screen that otherwise keeps its data: true while `forceRevalidation` runs. */
export const isForcedRevalidation = () => running > 0

/** Runs the loaders of all that is shown, including those that keep their data while the address stays the same. */
export async function forceRevalidation(revalidate: () => Promise<unknown>): Promise<void> {
  running++
  try {
    await revalidate()
  } finally {
    running--
  }
}
