let asked = 0

/** For a screen's `shouldRevalidate` that otherwise keeps its data: it is asked for again on purpose. */
export const isAskedAgain = () => asked > 0

/** Runs the loaders of what is shown, those too that keep their data while the address stays. */
export async function askAgain(revalidate: () => Promise<unknown>): Promise<void> {
  asked++
  try {
    await revalidate()
  } finally {
    asked--
  }
}
