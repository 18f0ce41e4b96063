let running = 0
let keeping = 0

/** True while `forceRevalidation` runs, for the `shouldRevalidate` of a screen that otherwise keeps its data. */
export const isForcedRevalidation = () => running > 0

/** True while the page that is shown is loaded again and may stay as it is if there is no network. */
export const keepsShownData = () => keeping > 0

/**
 * Runs the loaders of all current routes, including those that otherwise keep their data for the same address.
 * `keepsShown` is true if the page may stay as it is without a network, because it contains no data of another person.
 */
export async function forceRevalidation(
  revalidate: () => Promise<unknown>,
  { keepsShown = false } = {},
): Promise<void> {
  running++
  if (keepsShown) keeping++
  try {
    await revalidate()
  } finally {
    running--
    if (keepsShown) keeping--
  }
}
