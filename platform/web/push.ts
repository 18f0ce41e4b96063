import { storedValue } from './storage/stored.ts'

/** The member's choice about notices on this device. 'not now' stays until the member turns notices on. */
export const pushAnswer = storedValue<'not asked' | 'not now' | 'on'>(
  'pushAnswer',
  'not asked',
  (json) => (json === 'not now' || json === 'on' ? json : undefined),
)

/** Forgets that notices are on here. They end with the session for which they were turned on. */
export function forgetPushOn(): void {
  if (pushAnswer.get() === 'on') pushAnswer.remove()
}

/** Ends the browser's subscription to pushes. A call deletes it on the server. */
export async function unsubscribeBrowser(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  await (await worker?.pushManager?.getSubscription())?.unsubscribe()
}
