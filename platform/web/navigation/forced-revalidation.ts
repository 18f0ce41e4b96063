let running = 0
let keeping = 0

/** True while `forceRevalidation` runs, for the `shouldRevalidate` of a screen that otherwise keeps its data. */
export const isForcedRevalidation = () => running > 0

/** True while the page that is shown is loaded again and may stay as it is, for all who asked, if there is no network. */
export const keepsShownData = () => running > 0 && keeping === running

/**
 * Runs the loaders of all current routes, including those that otherwise keep their data for the same address.
 * Without a network the page stays as it is. `keepsShown` is false if it may not, because it contains data of another
 * person, or has nothing to keep.
 */
export async function forceRevalidation(
  revalidate: () => Promise<unknown>,
  { keepsShown = true } = {},
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
