let running = 0

/** True while `forceRevalidation` runs, for the `shouldRevalidate` of a screen that otherwise keeps its data. */
export const isForcedRevalidation = () => running > 0

/** Runs the loaders of all current routes, including those that otherwise keep their data for the same address. */
export async function forceRevalidation(revalidate: () => Promise<unknown>): Promise<void> {
  running++
  try {
    await revalidate()
  } finally {
    running--
  }
}
