import { useSyncExternalStore } from 'react'
import { storedValue, useStored } from './stored.ts'

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
  cameBackFrom?: 'disabled' | 'deletion' | undefined
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

let ended: { of: Session; as: Session } = { of: anonymousSession, as: anonymousSession }

/**
 * A session that has ended, but not by a log-out on this page, while the page contains unsaved text. The page stays as
 * it is, as if the session continued, until the member logs in again or gives up. `asked` counts how often they had to
 * be asked to log in.
 */
export type HeldSession = { session: Session; asked: number }
let held: HeldSession | null = null
let last: Session | null = null
let isEndedHere = false

/** Holds sessions that end while `isTyped` returns true. `leave` is called if another member logs in meanwhile. */
export function holdSessions(isTyped: () => boolean, leave: () => void): void {
  last = session()
  user.subscribe(() => {
    const now = user.get()
    if (isLive(now)) {
      // What one member typed is neither shown to another nor saved as theirs.
      if (held && held.session.id !== now.id) leave()
      held = null
      last = now
    } else if (!held && last?.isLogged && !isEndedHere && isTyped())
      held = { session: last, asked: 1 }
    else if (!held) last = null
  })
}

/** Gives up a held session: the page is a visitor's from now on. */
export function releaseHeldSession(): void {
  held = null
  last = null
  user.set(user.get())
}

/** Asks for a log-in again, because the held session was refused. */
function askAgain(): void {
  held = held && { ...held, asked: held.asked + 1 }
  user.set(user.get())
}

export const useHeldSession = (): HeldSession | null =>
  useSyncExternalStore(
    user.subscribe,
    () => held,
    () => null,
  )

/**
 * Returns the current session. If it has expired, returns the admin's own session behind it, or else a logged-out one.
 * A held session is returned as it is.
 */
export function session(): Session {
  if (held) return held.session
  const now = user.get()
  if (!now.isLogged || isLive(now)) return now
  if (isLive(behind.get())) return behind.get()
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

const begun = (answer: SessionResponse): Session => ({
  isLogged: true,
  id: answer.id,
  name: answer.name,
  email: answer.email,
  token: answer.token,
  expires: answer.expires,
  verified: answer.verified,
})

export function startSession(answer: SessionResponse): void {
  behind.remove()
  wasSessionRefused.remove()
  user.set(begun(answer))
}

/** Starts the session of another user. The admin's own session is stored until the other one ends. */
export function actAs(answer: Omit<SessionResponse, 'email'>): void {
  behind.set(session())
  user.set(begun({ ...answer, email: '' }))
}

/** Updates the current session, for example after a new name or a confirmed address. */
export const changeSession = (change: Partial<Pick<Session, 'name' | 'email' | 'verified'>>) =>
  user.set({ ...session(), ...change })

/**
 * Ends the session whose token the server refused, but not one that another tab has started meanwhile. `isWanted` is
 * true if the user is waiting for the refused call, so that a held session asks them to log in again.
 */
export function endRefusedSession(token: string | null, isWanted: boolean): void {
  if (!token || session().token !== token) return
  if (!held) {
    wasSessionRefused.set(true)
    end()
  } else if (isWanted) askAgain()
}

/** Logs out. If an admin was acting as another user, the admin's own session becomes current again. */
export function endSession(): void {
  held = null
  isEndedHere = true
  wasSessionRefused.remove()
  end()
  isEndedHere = false
}

function end() {
  const own = actingUser()
  const { email } = session()
  behind.remove()
  user.set(own ?? { ...anonymousSession, email })
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
