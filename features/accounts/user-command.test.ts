import { expect, test, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { userCommand } from './user-command.server.ts'

const app = await testApp()

/** Runs `user`. Returns its exit code and what the operator reads. */
async function yolo(...args: string[]) {
  const said: string[] = []
  const spies = (['log', 'error'] as const).map((to) =>
    vi.spyOn(console, to).mockImplementation((text: string) => void said.push(text)),
  )
  const code = await userCommand.run(args, app.services)
  for (const spy of spies) spy.mockRestore()
  return { code, said: said.join('\n') }
}
const passwordIn = (said: string) => /with (\w{20})/.exec(said)![1]!
const logIn = (email: string, password: string) => app.post('/api/login', { email, password })

test('S6 the operator makes a user with rights, and gives a new password that ends all else', async () => {
  const make = ['make', '7', '--email', 'seven@example.org', '--name', 'Seven']
  const { code, said } = await yolo(...make)
  expect(code).toBe(0)
  const { body: seven } = await logIn('seven@example.org', passwordIn(said))
  expect(seven).toMatchObject({ id: 7, name: 'Seven', verified: true })
  expect((await yolo(...make)).code).toBe(2)
  const renewed = await yolo('password', '7', '--email', 'other@example.org')
  expect(renewed.code).toBe(0)
  expect((await app.get('/api/user', { as: seven })).status).toBe(401)
  expect((await logIn('other@example.org', passwordIn(renewed.said))).body.id).toBe(7)
  const actions = await app.database
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', 'user 7')
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['user.make', 'user.password'])
})

test('the operator deletes a member at once, who is told', async () => {
  const member = await app.member()
  expect((await yolo('delete', `${member.id}`)).code).toBe(0)
  expect((await app.get('/api/user', { as: member })).status).toBe(401)
  await app.mail((text) => text.includes('Subject: Your account is deleted'))
  expect((await yolo('delete', `${member.id}`)).code).toBe(2)
})

test.each([
  ['make', '8', '--email', 'x@example.org'],
  ['make', '1000', '--email', 'x@example.org'],
  ['make', '20', '--email', 'not an address'],
  ['make', 'x'],
  ['password', '999'],
  ['rename', '7', 'Name'],
  [],
])('the operator’s mistakes are told: user %s %s', async (...args) => {
  expect((await yolo(...args)).code).toBe(2)
})
