import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  actAs,
  anonymousSession,
  changeSession,
  endRefusedSession,
  endSession,
  followServerClock,
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
  followServerClock('Tue, 01 Jan 2030 00:00:00 GMT')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a session that the server refused is remembered as ended elsewhere until the next one', () => {
  startSession(answer)
  endRefusedSession('another')
  expect(wasSessionRefused.get()).toBe(false)
  endRefusedSession(answer.token)
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

/** Reads the storage again, as a page that is opened later does. */
async function openedAt(time: string) {
  vi.setSystemTime(new Date(time))
  vi.resetModules()
  return import('./session.ts')
}

test('S5 a session past its expiry is nobody’s, and only the e-mail is left', async () => {
  startSession(answer)
  const later = await openedAt('2030-01-02T00:00:00.001Z')
  const { expires } = answer
  expect(later.session()).toEqual({ ...anonymousSession, email: 'ann@example.com', expires })
  expect(later.session()).toBe(later.session())
  expect(later.hasSessionEnded()).toBe(true)
})

test.each(['2029-11-20', '2030-03-01'])(
  'a session counts by the server’s clock on %s',
  async (day) => {
    vi.setSystemTime(new Date(day))
    followServerClock('Tue, 01 Jan 2030 00:00:00 GMT')
    startSession(answer)
    expect(session().isLogged).toBe(true)
    const hoursLater = (hours: number) =>
      new Date(Date.parse(day) + hours * 3_600_000).toISOString()
    expect((await openedAt(hoursLater(23))).session().isLogged).toBe(true)
    expect((await openedAt(hoursLater(25))).session().isLogged).toBe(false)
  },
)

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

test('when the hour is over, the admin is themselves again', async () => {
  startSession(answer)
  actAs(hour)
  const later = await openedAt('2030-01-01T01:00:00.001Z')
  expect(later.session()).toEqual({ isLogged: true, ...answer })
  later.endSession()
  expect(later.session().isLogged).toBe(false)
})

test('when the server ends the hour, the admin is themselves again', () => {
  startSession(answer)
  actAs(hour)
  endRefusedSession(hour.token)
  expect(session()).toEqual({ isLogged: true, ...answer })
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
  expect(lastLoginMethod.get()?.simpleLogin).toBe(true)
  lastLoginMethod.remove()
  expect(lastLoginMethod.get()).toBeNull()
})

test('where storage is full the newest value lasts as long as the page', () => {
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: false })
  const full = () => {
    throw new Error('full')
  }
  const storage = vi.spyOn(localStorage, 'setItem').mockImplementation(full)
  lastLoginMethod.set({ facebookLogin: false, appleLogin: false, simpleLogin: true })
  expect(lastLoginMethod.get()?.simpleLogin).toBe(true)
  storage.mockRestore()
  lastLoginMethod.set({ facebookLogin: false, appleLogin: true, simpleLogin: false })
  expect(lastLoginMethod.get()).toMatchObject({ appleLogin: true, simpleLogin: false })
})
