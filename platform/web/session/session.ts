import { useSyncExternalStore } from 'react'
import { storedValue } from '../storage/stored.ts'

export type Session = {
  isLogged: boolean
  id: number | null
  name: string
  /** Remains after a logout, to fill in the next log-in. */
  email: string
  token: string | null
  /** The end of the session, in ISO 8601. Remains if the session ended by itself. */
  expires: string | null
  verified: boolean
}

/** The response of login, register and the other calls that start a session. */
export type SessionResponse = Omit<Session, 'isLogged'> & {
  id: number
  token: string
  expires: string
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

/** How many milliseconds this device's clock is ahead of the server's. It can be wrong by weeks. */
const clockLead = storedValue('clockLead', 0, (json) => Number(json) || 0)

/** Compares this device's clock with the `Date` header of a response. */
export function followServerClock(date: string | null): void {
  const lead = Date.now() - Date.parse(date ?? '')
  if (Math.abs(lead - clockLead.get()) > 60_000) clockLead.set(lead)
}

/** Restores a session until its expiry. On a page that is open longer, the server refuses its token. */
function read(json: unknown): Session {
  const { email, expires, ...stored } = json as Session
  const isLive = Date.parse(expires ?? '') > Date.now() - clockLead.get()
  if (!isLive || !Number.isInteger(stored.id) || !stored.token)
    return { ...anonymousSession, email: email || '', expires: expires ?? null }
  return { ...anonymousSession, ...stored, email, expires, isLogged: true }
}

const user = storedValue<Session>('user', anonymousSession, read)
/** The admin's own session while they act as another user. It becomes current again when that ends. */
const behind = storedValue<Session>('userBehind', anonymousSession, read)

/** Whether the server refused the last session, because it was ended elsewhere. The pages for logging in say so. */
export const wasSessionRefused = storedValue('session-refused', false, (json) => json === true)

/** Returns whether the last session has ended by itself or elsewhere, not by a log-out on this device. */
export const hasSessionEnded = () =>
  wasSessionRefused.get() || (!user.get().isLogged && user.get().expires !== null)

/** Returns the current session: an admin's own once the time to act as another user is over. */
export const session = (): Session =>
  !user.get().isLogged && behind.get().isLogged ? behind.get() : user.get()

export const useSession = (): Session =>
  useSyncExternalStore(user.subscribe, session, () => anonymousSession)

/** Returns the admin's own session while they act as another user, otherwise null. */
export function actingUser(): Session | null {
  const [own, current] = [behind.get(), user.get()]
  return own.isLogged && current.isLogged && own.id !== current.id ? own : null
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

type LastLoginMethod = { facebookLogin: boolean; appleLogin: boolean; simpleLogin: boolean }

/** Stored as the specification says. No page reads it. */
export const lastLoginMethod = storedValue<LastLoginMethod | null>(
  'loginInfo',
  null,
  (json) => json as LastLoginMethod,
)
