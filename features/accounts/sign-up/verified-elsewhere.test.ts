import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import {
  changeSession,
  endRefusedSession,
  session,
  startSession,
} from '#platform/web/session/session.ts'
import { askForAccount } from './verified-elsewhere.ts'

const ann = {
  id: 1000,
  name: 'Ann',
  email: 'ann@example.com',
  token: 'a'.repeat(43),
  expires: '2999-01-02T00:00:00.000Z',
  verified: false,
}
const account = { id: 1000, userName: 'Ann Lee', email: 'lee@example.com', verified: true }
let answers = account

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', async () => Response.json(answers))
  startSession(ann)
})
afterEach(() => vi.unstubAllGlobals())

test('a name and an e-mail changed on another device are this one’s, too, and fill in its next log-in', async () => {
  answers = { ...account, id: 1001 }
  await askForAccount()
  expect(session()).toMatchObject({ name: 'Ann', email: 'ann@example.com', verified: false })
  answers = account
  await askForAccount()
  expect(session()).toMatchObject({ name: 'Ann Lee', email: 'lee@example.com', verified: true })
  endRefusedSession(ann.token)
  expect(session().email).toBe('lee@example.com')
})

test('who isn’t verified any more reads so, since another account of their mailbox was', async () => {
  changeSession({ verified: true })
  answers = { ...account, verified: false }
  await askForAccount()
  expect(session().verified).toBe(false)
})

test('an answer that is older than a change on this page doesn’t undo it', async () => {
  const asked = askForAccount()
  changeSession({ email: 'new@example.com' })
  await asked
  expect(session().email).toBe('new@example.com')
})
