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

const isLive = ({ isLogged, expires }: Session) =>
  isLogged && Date.parse(expires ?? '') > Date.now()

let ended: { of: Session; as: Session } = { of: anonymousSession, as: anonymousSession }

/** Returns the current session. An expired one counts as logged out. */
export function session(): Session {
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
  user.set(begun(answer))
}

/** Starts the session of another user. The admin's own session is stored until that one ends. */
export function actAs(answer: Omit<SessionResponse, 'email'>): void {
  behind.set(session())
  user.set(begun({ ...answer, email: '' }))
}

/** Updates the current session, for example after a new name or a confirmed address. */
export const changeSession = (change: Partial<Pick<Session, 'name' | 'email' | 'verified'>>) =>
  user.set({ ...session(), ...change })

/** Logs out. If an admin was acting as another user, the admin's own session becomes current again. */
export function endSession(): void {
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
