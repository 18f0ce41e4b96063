import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  actAs,
  anonymousSession,
  changeSession,
  endRefusedSession,
  endSession,
  lastLoginMethod,
  session,
  startSession,
  wasSessionRefused,
} from './session.ts'
import { memoryStorage } from '#platform/testing/browser.ts'

const answer = {
  id: 1000,
  name: 'Ann',
  email: 'ann@example.com',
  token: 'secret',
  expires: '2030-01-02T00:00:00.000Z',
  verified: false,
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a session that the server refused is remembered as ended elsewhere until the next one', () => {
  startSession(answer)
  endRefusedSession('another', false)
  expect(wasSessionRefused.get()).toBe(false)
  endRefusedSession(answer.token, false)
  expect([session().isLogged, wasSessionRefused.get()]).toEqual([false, true])
  startSession(answer)
  expect(wasSessionRefused.get()).toBe(false)
  endSession()
  expect(wasSessionRefused.get()).toBe(false)
})

test('a session is kept in the browser and restored while its expiry is in the future', () => {
  expect(session()).toBe(anonymousSession)
  startSession(answer)
  expect(session()).toEqual({ isLogged: true, ...answer })
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({
    isLogged: true,
    token: 'secret',
  })
  expect(session()).toBe(session())
})

test('S5 a session past its expiry is nobody’s, and only the e-mail is left', () => {
  startSession(answer)
  vi.setSystemTime(new Date('2030-01-02T00:00:00.001Z'))
  expect(session()).toEqual({ ...anonymousSession, email: 'ann@example.com' })
  expect(session()).toBe(session())
})

test('logging out clears the token and keeps the e-mail', () => {
  startSession(answer)
  endSession()
  expect(session()).toEqual({ ...anonymousSession, email: 'ann@example.com' })
  expect(localStorage.getItem('user')).not.toContain('secret')
})

const other = { ...answer, id: 20, name: 'Kitchen', token: 'other', verified: true }
const hour = { ...other, expires: '2030-01-01T01:00:00.000Z' }

test('who acts for another is themselves again after logging out, and logged out after that', () => {
  startSession(answer)
  actAs(hour)
  expect(session()).toMatchObject({ id: 20, token: 'other', email: '' })
  endSession()
  expect(session()).toEqual({ isLogged: true, ...answer })
  endSession()
  expect(session()).toEqual({ ...anonymousSession, email: 'ann@example.com' })
  expect(JSON.stringify(localStorage.getItem('userBehind'))).not.toContain('secret')
})

/** Opens a page that holds sessions. `leave` is called where it would be loaded again. */
async function openPage() {
  vi.resetModules()
  const listeners: ((event: { key: string }) => void)[] = []
  vi.stubGlobal('addEventListener', (_: string, one: () => void) => listeners.push(one))
  vi.stubGlobal('removeEventListener', () => {})
  const leave = vi.fn()
  const page = { isTyped: true, leave, ...(await import('./session.ts')) }
  page.holdSessions(() => page.isTyped, leave)
  /** Changes the session in another tab. */
  const elsewhere = (user: object) => {
    localStorage.setItem('user', JSON.stringify(user))
    for (const listener of listeners) listener({ key: 'user' })
  }
  return { page, elsewhere }
}

test('when the hour is over, what was typed as another is neither the admin’s nor stays', async () => {
  startSession(answer)
  actAs(hour)
  const { page } = await openPage()
  expect(page.session().id).toBe(20)
  vi.setSystemTime(new Date('2030-01-01T01:00:00.001Z'))
  // The clock alone makes nobody of them, whose calls are refused, and not the admin.
  expect(page.session().id).toBeNull()
  vi.advanceTimersByTime(3_600_000)
  expect(page.leave).toHaveBeenCalledTimes(1)
  expect(page.session().id).toBe(20)
  const next = (await openPage()).page
  expect(next.session()).toEqual({ isLogged: true, ...answer })
  next.endSession()
  expect(next.session()).toEqual({ ...anonymousSession, email: 'ann@example.com' })
  expect(next.leave).not.toHaveBeenCalled()
})

test('a page that is opened after the hour is the admin’s', async () => {
  startSession(answer)
  actAs(hour)
  vi.setSystemTime(new Date('2030-01-01T01:00:00.001Z'))
  expect((await openPage()).page.session()).toEqual({ isLogged: true, ...answer })
})

test('where another follows, here or elsewhere, nothing typed is left as theirs', async () => {
  startSession(answer)
  const { page, elsewhere } = await openPage()
  // The same member’s next session and a new name change nothing.
  elsewhere({ ...answer, isLogged: true, name: 'Ann Lee', token: 'next' })
  expect(page.session().token).toBe('next')
  expect(page.leave).not.toHaveBeenCalled()
  elsewhere({ ...other, isLogged: true })
  expect(page.leave).toHaveBeenCalledTimes(1)
  // Until it is loaded again, calls are of the member whose page it is, and nobody is asked to log in.
  expect(page.session().token).toBe('next')
  page.endRefusedSession('next', true)
  expect(page.session().token).toBe('next')

  // Who logs in or out on this page goes to another page themselves.
  const { page: own } = await openPage()
  own.startSession(answer)
  own.actAs(hour)
  own.endSession()
  expect(own.session().id).toBe(1000)
  expect(own.leave).not.toHaveBeenCalled()
  // The refusal of the other's session isn't wanted by this page.
  own.actAs(hour)
  own.endRefusedSession('other', true)
  expect(own.leave).toHaveBeenCalledTimes(1)
})

test('a log-in while one acts for another leaves nobody behind', () => {
  startSession(answer)
  actAs(hour)
  startSession({ ...answer, id: 1001, token: 'third' })
  endSession()
  expect(session().isLogged).toBe(false)
})

test('a new name or a verified address changes the session and nothing else', () => {
  startSession(answer)
  changeSession({ verified: true })
  expect(session()).toEqual({ isLogged: true, ...answer, verified: true })
})

test('what can’t be used in the storage counts as nothing', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"id":"1","token":"t","expires":"2031-01-01"}',
  ]) {
    localStorage.setItem('user', text)
    expect(session().isLogged).toBe(false)
  }
  localStorage.setItem('user', JSON.stringify({ ...answer, expires: 'soon' }))
  expect(session().isLogged).toBe(false)
})

test('where storage is forbidden values last as long as the page', () => {
  const refuse = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: true })
  expect(lastLoginMethod.get().simpleLogin).toBe(true)
  lastLoginMethod.remove()
  expect(lastLoginMethod.get().simpleLogin).toBe(false)
})

test('where storage is full the newest value lasts as long as the page', () => {
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: false })
  const full = () => {
    throw new Error('full')
  }
  const storage = vi.spyOn(localStorage, 'setItem').mockImplementation(full)
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: true })
  expect(lastLoginMethod.get().simpleLogin).toBe(true)
  storage.mockRestore()
  lastLoginMethod.set({ facebookLogin: false, appleLogin: true, simpleLogin: false })
  expect(lastLoginMethod.get()).toMatchObject({ appleLogin: true, simpleLogin: false })
})

test('a session that ends elsewhere is held while something is typed, and no other’s', async () => {
  startSession(answer)
  const { page, elsewhere } = await openPage()
  const anonymous = { ...anonymousSession, email: answer.email }

  elsewhere(anonymous)
  expect(page.session().token).toBe('secret')
  // The refusal of a held session ends nothing more.
  page.endRefusedSession('secret', true)
  expect(page.session().isLogged).toBe(true)
  elsewhere({ ...answer, isLogged: true, token: 'next' })
  expect(page.session().token).toBe('next')
  expect(page.leave).not.toHaveBeenCalled()

  elsewhere(anonymous)
  page.endRefusedSession('next', false)
  expect(page.session().id).toBe(1000)
  page.releaseHeldSession()
  expect(page.session().isLogged).toBe(false)

  // Another member who logs in on this page, in the dialog, follows too.
  page.startSession(answer)
  elsewhere(anonymous)
  page.startSession(other)
  expect(page.leave).toHaveBeenCalledTimes(1)
  page.releaseHeldSession()
  expect(page.session().id).toBe(20)

  // Who logs out here, or has typed nothing, is logged out.
  page.endSession()
  expect(page.session().isLogged).toBe(false)
  page.startSession(answer)
  page.isTyped = false
  elsewhere(anonymous)
  expect(page.session().isLogged).toBe(false)
})
