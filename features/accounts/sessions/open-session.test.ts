import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushAnswer } from '#platform/web/push-answer.ts'
import { chosenCity } from '#features/places/chosen.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import { lastSearches } from '#platform/web/storage/last-searches.ts'
import { endRefusedSession } from '#platform/web/session/session.ts'
import { logOut } from './log-out.ts'
import { beginSession } from './open-session.ts'

const ann = {
  id: 1000,
  name: 'Ann',
  email: 'ann@example.com',
  token: 'a'.repeat(43),
  expires: '2030-01-02T00:00:00.000Z',
  verified: true,
}
const bob = { ...ann, id: 1001, name: 'Bob', email: 'bob@example.com', token: 'b'.repeat(43) }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', async () => Response.json({}))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function look() {
  lastSearches.set(['six ounce bar'])
  chosenCity.set({ name: 'Los Angeles, CA, US', latitude: 34, longitude: -118 })
}
const left = () => [lastSearches.get().length, chosenCity.get() ? 1 : 0]

const refused = () => endRefusedSession(ann.token)
const expired = () => vi.setSystemTime(new Date('2030-01-03T00:00:00Z'))
const later = { expires: '2030-02-01T00:00:00.000Z' }

test.each([
  ['that was refused', refused],
  ['that expired', expired],
])('after a session %s the next member doesn’t find the searches and the city', (_, end) => {
  beginSession(ann)
  look()
  end()
  beginSession({ ...bob, ...later })
  expect(left()).toEqual([0, 0])
})

test.each([
  ['was refused', refused],
  ['expired', expired],
])('the member whose session %s finds them again', (_, end) => {
  beginSession(ann)
  look()
  end()
  beginSession({ ...ann, ...later, token: 'c'.repeat(43) })
  expect(left()).toEqual([1, 1])
})

test('what was looked for before a log-in stays, after another’s log-out, too', async () => {
  look()
  beginSession(ann)
  expect(left()).toEqual([1, 1])
  await logOut()
  look()
  beginSession(bob)
  expect(left()).toEqual([1, 1])
})

test.each([
  ['a log-out', logOut],
  ['a session that was refused', async () => refused()],
  ['a session that expired', async () => expired()],
])('who had notices on is asked again after %s, since they ended with it', async (_, end) => {
  beginSession(ann)
  pushAnswer.set('on')
  await end()
  beginSession({ ...ann, ...later, token: 'c'.repeat(43) })
  expect(pushAnswer.get()).toBe('not asked')
  pushAnswer.set('not now')
  await logOut()
  beginSession({ ...ann, ...later, token: 'd'.repeat(43) })
  expect(pushAnswer.get()).toBe('not now')
})
