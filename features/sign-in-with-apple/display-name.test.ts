import { expect, test } from 'vitest'
import { siteWithApple } from './apple.testing.ts'

const { app, arrive, redeem, logIn, newSubject } = await siteWithApple()

const birthDate = '1990-05'
const named = (firstName: string, lastName: string) => ({ user: { name: { firstName, lastName } } })

test('a newcomer reads Apple’s name as a suggestion, and visitors see only the one that they chose', async () => {
  const sub = newSubject()
  const { code, needs, name } = await arrive(
    { sub, email: 'kat@example.com', email_verified: true },
    named('Katharina', 'Oberhuber'),
  )
  expect({ needs, name }).toEqual({ needs: 'name', name: 'Katharina Oberhuber' })
  const joined = await redeem(code, { birthDate, userName: '  Kat  Eats ' })
  expect(joined.body).toMatchObject({ name: 'Kat Eats' })
  const page = await app.get(`/api/users/${joined.body.id}`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Kat Eats')
  expect(page.text).not.toMatch(/Katharina|Oberhuber/)
  const own = await app.get('/api/user', { as: joined.body })
  expect(own.text).toContain('Oberhuber')
  // The chosen name holds for a newcomer. A member keeps theirs.
  const again = await arrive({ sub })
  expect(again).toMatchObject({ needs: null, name: '' })
  expect((await redeem(again.code, { userName: 'Somebody Else' })).body.name).toBe('Kat Eats')
})

test('a suggestion is a name that is allowed', async () => {
  const suggested = async (...name: [string, string]) =>
    (await arrive({ sub: newSubject() }, named(...name))).name
  expect(await suggested('Zoë', 'O’Neil & Søn #1')).toBe('Zoë O’Neil & Søn #1')
  for (const name of ['Yolo Admin', '', 'x\u0007']) expect(await suggested(name, '')).toBe('')
})

test('a chosen name keeps the rules of all names; after a refusal the same code joins', async () => {
  const taken = await app.member({ userName: 'Nora Plum' })
  const { code } = await arrive({ sub: newSubject() })
  const join = (userName: string) => redeem(code, { birthDate, userName })
  for (const userName of ['', 'The Admin', 'x'.repeat(51), 'Kat\u0000']) {
    const { status, body } = await join(userName)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['userName']])
  }
  const refused = await join('nora-plum')
  expect([refused.status, refused.body.error]).toEqual([409, 'name_taken'])
  expect(refused.body.fields.userName).toMatch(/is taken\. Please choose another\.$/)
  expect((await app.get(`/api/users/${taken.id}`)).text).toContain('Nora Plum')
  const joined = await join('Nora Damson')
  expect([joined.status, joined.body.name]).toEqual([200, 'Nora Damson'])
})

test('of several newcomers who choose one name at once one has it; one person’s two log-ins are one member', async () => {
  const choose = (code: string | null) => redeem(code, { birthDate, userName: 'Ida Sloe' })
  const codes = []
  for (let n = 0; n < 4; n++) codes.push((await arrive({ sub: newSubject() })).code)
  const answers = await Promise.all(codes.map(choose))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])

  const sub = newSubject()
  const twice = [(await arrive({ sub })).code, (await arrive({ sub })).code]
  const both = await Promise.all(
    twice.map((code) => redeem(code, { birthDate, userName: 'Una Medlar' })),
  )
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  const rows = await app.database
    .selectFrom('users')
    .select('id')
    .where('user_name', '=', 'Una Medlar')
    .execute()
  expect(rows).toHaveLength(1)
})

test('a newcomer who sends no name is a numbered member', async () => {
  expect((await logIn({ sub: newSubject() })).name).toMatch(/^Member \d+$/)
})

test('S27 what the browser says is Apple’s first and last name is cleaned or left out', async () => {
  const stored = async (firstName: string, lastName: string) => {
    const { code } = await arrive({ sub: newSubject() }, named(firstName, lastName))
    const { body } = await redeem(code, { birthDate })
    const own = (await app.get('/api/user', { as: body })).body
    return [own.firstName, own.lastName]
  }
  expect(await stored('Ann\u202e', 'O\u200bNeil')).toEqual(['Ann', 'ONeil'])
  expect(await stored('Ann\r\nBcc: x', ' Lee ')).toEqual(['Ann Bcc: x', 'Lee'])
  for (const bad of ['\u001b[31m', 'Ring\u0007', 'x'.repeat(101), 'Nul\u0000'])
    expect(await stored(bad, 'Lee')).toEqual(['', 'Lee'])
})
