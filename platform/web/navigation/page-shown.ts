const listeners = new Set<() => void>()

/** Calls a listener whenever a page has been shown without an error. Returns a function that ends this. */
export function onPageShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellPageShown(): void {
  for (const listener of listeners) listener()
}
