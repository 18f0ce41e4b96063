const listeners = new Set<() => void>()
let known: Readonly<Record<number, string>> = {}

/** The addresses of restaurants by their ids, which a list's cards show while it comes from this device. */
export const shownAddresses = () => known

export function showAddresses(addresses = {}): void {
  known = addresses
  for (const listener of listeners) listener()
}

export function onShownAddresses(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
