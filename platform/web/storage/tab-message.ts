import { session } from '../session/session.ts'

/** A kind of message to the other tabs, about the member `by`. */
export function tabMessage<T extends { by: number | null }>(key: string) {
  return {
    /** Nothing stays in the storage: the event that the other tabs get contains the message. */
    send(message: T): void {
      try {
        localStorage.setItem(key, JSON.stringify(message))
        localStorage.removeItem(key)
      } catch {
        // Without storage, the other tabs show it once they are loaded again.
      }
    },
    /** Gives this tab a message, too: the browser sends the event to the other tabs only. */
    sendHere(message: T): void {
      dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(message) }))
    },
    /** Calls `listener` with each message about the member who is logged in. */
    listen(listener: (message: T) => void): () => void {
      const follow = (event: StorageEvent) => {
        if (event.key !== key || !event.newValue) return
        const message = JSON.parse(event.newValue) as T
        if (message.by === session().id) listener(message)
      }
      addEventListener('storage', follow)
      return () => removeEventListener('storage', follow)
    },
  }
}
