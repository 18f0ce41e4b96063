import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let admin: { token: string }
beforeAll(async () => {
  admin = await app.member({ id: 6 })
})

const newcomer = async (emailConsent?: boolean) => {
  const key = crypto.randomUUID().slice(0, 8)
  const email = `${key}@example.com`
  const { body } = await app.post('/api/register', {
    userName: `Newcomer ${key}`,
    email,
    password: 'nineteen calm otters',
    birthDate: '1990-05',
    emailConsent,
  })
  await app.database
    .updateTable('users')
    .set({ email_verified_at: new Date(), latitude: 44.98, longitude: -93.27 })
    .where('id', '=', body.id)
    .execute()
  return { ...(body as { id: number; token: string }), email }
}
const found = async () =>
  (await app.get('/api/users-nearby?latitude=44.98&longitude=-93.27', { as: admin })).body
const notesOf = async ({ id }: { id: number }) =>
  (
    await app.database
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `member ${id}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('who agrees when joining is found; who is not asked, or says no, is not', async () => {
  const [yes, no, silent] = [await newcomer(true), await newcomer(false), await newcomer()]
  expect(await found()).toEqual([yes.email])
  expect(await notesOf(yes)).toEqual(['consent.give'])
  expect([await notesOf(no), await notesOf(silent)]).toEqual([[], []])
})

test('a changed mind holds at once, and each change is noted once', async () => {
  const ann = await newcomer()
  const set = (emailConsent: boolean) =>
    app.put('/api/notification-settings', { emailConsent }, { as: ann })
  expect((await app.get('/api/notification-settings', { as: ann })).body.emailConsent).toBe(false)
  expect((await set(true)).body.emailConsent).toBe(true)
  await set(true)
  expect(await found()).toContain(ann.email)
  expect((await set(false)).body.emailConsent).toBe(false)
  expect(await found()).not.toContain(ann.email)
  expect(await notesOf(ann)).toEqual(['consent.give', 'consent.withdraw'])
})

test('S10 consent is given twenty times a day, because each stays in the audit; it can always be withdrawn', async () => {
  const limited = await testApp({ beside: app, rateLimits: true })
  const member = await newcomer()
  const set = async (wanted: boolean) => {
    const both = { emailConsent: wanted, weeklyMail: wanted }
    return (await limited.put('/api/notification-settings', both, { as: member })).status
  }
  const answers: number[] = []
  for (let n = 0; n < 22; n++) answers.push(await set(true), await set(true), await set(false))
  expect(answers.slice(0, 60)).toEqual(Array<number>(60).fill(200))
  expect(answers.slice(60)).toEqual([429, 429, 200, 429, 429, 200])
  expect(await notesOf(member)).toHaveLength(80)
})

test('a consent that is refused keeps no withdrawal beside it from being made', async () => {
  const as = await newcomer()
  await app.put('/api/notification-settings', { weeklyMail: true }, { as })
  const proven = app.database.updateTable('users').set({ email_proven_elsewhere: true })
  await proven.where('id', '=', as.id).execute()
  const wanted = { emailConsent: true, weeklyMail: false }
  const { body } = await app.put('/api/notification-settings', wanted, { as })
  expect(body.error).toBe('address_to_prove')
  expect((await app.get('/api/notification-settings', { as })).body).toMatchObject({
    emailConsent: false,
    weeklyMail: false,
  })
})
