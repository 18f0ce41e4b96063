import { useSyncExternalStore } from 'react'
import { storedValue, useStored } from '../storage/stored.ts'

export type Session = {
  isLogged: boolean
  id: number | null
  name: string
  /** Remains after a logout, to fill in the next log-in. */
  email: string
  token: string | null
  /** The end of the session, in ISO 8601. */
  expires: string | null
  verified: boolean
}

/** The response of login, register and the other calls that start a session. */
export type SessionResponse = {
  id: number
  name: string
  email: string
  token: string
  expires: string
  verified: boolean
}

export const anonymousSession: Session = {
  isLogged: false,
  id: null,
  name: '',
  email: '',
  token: null,
  expires: null,
  verified: false,
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function read(json: unknown): Session {
  const it = json as Record<string, unknown>
  const known = { ...anonymousSession, email: text(it.email) }
  if (!Number.isInteger(it.id) || !text(it.token) || !text(it.expires)) return known
  return {
    ...known,
    isLogged: true,
    id: it.id as number,
    name: text(it.name),
    token: text(it.token),
    expires: text(it.expires),
    verified: it.verified === true,
  }
}

const user = storedValue<Session>('user', anonymousSession, read)
/** The admin's own session while they act as another user. It becomes current again when that ends. */
const behind = storedValue<Session>('userBehind', anonymousSession, read)

/** Whether the server refused the last session, because it was ended elsewhere. The pages for logging in say so. */
export const wasSessionRefused = storedValue('session-refused', false, (json) => json === true)

const isLive = ({ isLogged, expires }: Session) =>
  isLogged && Date.parse(expires ?? '') > Date.now()

/** Returns whether the last session has ended by itself or elsewhere, not by a log-out on this device. */
export const hasSessionEnded = () =>
  wasSessionRefused.get() || (user.get().isLogged && !isLive(user.get()))

let ended: { of: Session; as: Session } = { of: anonymousSession, as: anonymousSession }

/**
 * Returns the current session: an admin's own once the time to act as another user is over, or a logged-out one if it
 * has expired. It is the same object until something changes.
 */
export function session(): Session {
  const now = user.get()
  if (!now.isLogged || isLive(now)) return now
  const own = behind.get()
  if (isLive(own)) return own
  if (ended.of !== now) ended = { of: now, as: { ...anonymousSession, email: now.email } }
  return ended.as
}

export const useSession = (): Session =>
  useSyncExternalStore(user.subscribe, session, () => anonymousSession)

/** Returns the admin's own session while they act as another user, otherwise null. */
export function actingUser(): Session | null {
  const own = behind.get()
  return isLive(own) && isLive(user.get()) && own.id !== user.get().id ? own : null
}

/** Returns whether an admin acts as another user. */
export const isActing = () => actingUser() !== null

export const useActingUser = (): Session | null =>
  useSyncExternalStore(user.subscribe, actingUser, () => null)

/** Calls a listener after every change of the session, including changes in other tabs. */
export const onSessionChange = user.subscribe

export function startSession(answer: SessionResponse): void {
  behind.remove()
  wasSessionRefused.remove()
  user.set({ ...answer, isLogged: true })
}

/** Starts the session of another user. The admin's own session is stored until the other one ends. */
export function actAs(answer: Omit<SessionResponse, 'email'>): void {
  behind.set(session())
  user.set({ ...answer, isLogged: true, email: '' })
}

/** Updates the current session, for example after a new name or a confirmed address. */
export const changeSession = (change: Partial<Pick<Session, 'name' | 'email' | 'verified'>>) =>
  user.set({ ...session(), ...change })

/** Ends the session whose token the server refused, but not one that another tab has started meanwhile. */
export function endRefusedSession(token: string | null): void {
  if (!token || session().token !== token) return
  wasSessionRefused.set(true)
  user.set(next())
}

/** Ends the session on this device. If an admin was acting as another user, the admin's own becomes current again. */
export function endSession(): void {
  wasSessionRefused.remove()
  user.set(next())
}

/** Ends acting as another user. Returns the session that follows the current one. */
function next(): Session {
  const following = actingUser() ?? { ...anonymousSession, email: session().email }
  behind.remove()
  return following
}

export type LastLoginMethod = { facebookLogin: boolean; appleLogin: boolean; simpleLogin: boolean }

export const lastLoginMethod = storedValue<LastLoginMethod>(
  'loginInfo',
  { facebookLogin: false, appleLogin: false, simpleLogin: false },
  (json) => {
    const it = json as Record<string, unknown>
    return {
      facebookLogin: it.facebookLogin === true,
      appleLogin: it.appleLogin === true,
      simpleLogin: it.simpleLogin === true,
    }
  },
)

export { useStored }
