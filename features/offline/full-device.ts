/** What the worker says of a full disk. */
export type FullMessage = { type: 'full'; dropped: string | null }

const listeners = new Set<() => void>()
let said: FullMessage | null = null

export const fullDevice = {
  get: () => said,
  set(message: FullMessage | null) {
    said = message
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
