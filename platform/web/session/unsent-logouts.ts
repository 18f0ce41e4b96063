import { api, asApiError } from '../api/api.ts'
import { isActing, session } from './session.ts'
import { storedValue } from '../storage/stored.ts'

/**
 * The SHA-256 of the tokens of sessions that ended on this device while the server couldn't be reached. Who finds
 * them there can only end those sessions on the server, too.
 */
const unsentLogouts = storedValue<readonly string[]>('unsentLogouts', [], (json) =>
  Array.isArray(json) ? json.filter((one) => /^[\da-f]{64}$/.test(String(one))) : undefined,
)

/** Milliseconds between two attempts. Browsers say that there is a network before the first answer gets through. */
const pause = 30_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Ends the current session on the server. If that fails, it is tried again until it succeeds. */
export async function endSessionOnServer(): Promise<void> {
  const { token } = session()
  try {
    await api('POST /logout', {})
  } catch (error) {
    // Browsers hash only on pages with https, and only such pages open without a network.
    if (asApiError(error).status === 401 || !token || !crypto.subtle) return
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
    const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'))
    unsentLogouts.set([...unsentLogouts.get(), hex.join('')])
    sendSoon()
  }
}

/** Sends the log-outs that didn't reach the server. Each page does so once it is idle. */
export async function sendUnsentLogouts(): Promise<void> {
  clearTimeout(timer)
  // The call would be recorded as the other member's, as whom the admin acts.
  if (isActing()) return
  for (const tokenHash of unsentLogouts.get()) {
    try {
      await api('POST /logout/by-hash', { tokenHash })
    } catch {
      return sendSoon()
    }
    unsentLogouts.set(unsentLogouts.get().filter((one) => one !== tokenHash))
  }
}

const onOnline = () => void sendUnsentLogouts()

function sendSoon(): void {
  addEventListener('online', onOnline)
  clearTimeout(timer)
  timer = setTimeout(onOnline, pause)
}
