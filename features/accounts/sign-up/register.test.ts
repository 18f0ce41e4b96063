import { emailKey } from '#domain/email.ts'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
let count = 0
const fresh = (more: object = {}) => {
  const n = ++count
  return {
    userName: `New ${n} eater`,
    email: `new${n}@example.org`,
    password: 'three green limes',
    ...more,
  }
}
const register = (more: object = {}) => app.post('/api/register', fresh(more))
const userOf = (id: number) =>
  app.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('joining answers a session that works at once', async () => {
  const { status, body } = await register({
    userName: '  Ann   Lee ',
    email: 'Ann.Lee@Example.com',
  })
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['email', 'expires', 'id', 'name', 'token', 'verified'])
  expect(body).toMatchObject({ name: 'Ann Lee', email: 'Ann.Lee@example.com', verified: false })
  expect(body.id).toBeGreaterThanOrEqual(1000)
  expect(Date.parse(body.expires) - Date.now()).toBeGreaterThan(29 * 86_400_000)
  const allowed = await app.get('/api/yolos/is-yolo-allowed', { as: body })
  expect(allowed.body).toEqual({
    yoloedEarlier: false,
    verified: false,
    allowed: true,
  })
})

test('S1 a stored password is argon2id of at least 19 MiB, two passes, one lane', async () => {
  const { body } = await register()
  const { password_hash } = await userOf(body.id)
  const [, kind, , settings] = password_hash!.split('$')
  const [m, t, p] = settings!.split(',').map((one) => Number(one.slice(2)))
  expect(kind).toBe('argon2id')
  expect(m).toBeGreaterThanOrEqual(19_456)
  expect(t).toBeGreaterThanOrEqual(2)
  expect(p).toBe(1)
})

test.each([
  ['seven12', 400],
  ['eight123', 200],
  ['ä'.repeat(2) + 'ö'.repeat(126), 200],
  ['x y'.repeat(43), 400],
  ['password', 400],
  ['PassWord1', 400],
  ['iloveyou', 400],
  ['zzzzzzzzzzzz', 400],
  ['ｐａｓｓｗｏｒｄ', 400],
  [12345678, 400],
  [null, 400],
])('S2 password %j → %i', async (password, status) => {
  const answer = await register({ password })
  expect(answer.status).toBe(status)
  if (status === 400)
    expect(answer.body).toMatchObject({
      error: 'bad_input',
      fields: { password: expect.any(String) },
    })
})

test('S2 nothing of a long password is cut off', async () => {
  const password = 'Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich. '
    .repeat(2)
    .padEnd(128, '!')
  const { body } = await register({ password })
  const short = await app.post('/api/login', { email: body.email, password: password.slice(0, -1) })
  expect(short.status).toBe(401)
  expect((await app.post('/api/login', { email: body.email, password })).status).toBe(200)
})

test('S2 a password that is the name or the e-mail is refused', async () => {
  const same = fresh({ userName: 'Quentin Burger' })
  for (const password of ['quentin burger', same.email])
    expect((await app.post('/api/register', { ...same, password })).status).toBe(400)
})

test.each([
  ['plain', 'Nora', 'nora'],
  ['Cyrillic letters', 'Adrian Oscar', 'Аdrіаn Оscаr'],
  ['Greek capitals', 'NOTA KAT', 'ΝΟΤΑ ΚΑΤ'],
  ['digits', 'Lilo Bo', '1i10 B0'],
  ['full width', 'Fullwidth', 'Ｆｕｌｌｗｉｄｔｈ'],
  ['spaces', 'Two Words', ' Two \u00a0 Words '],
  ['rn and m', 'Modern', 'Modem'],
  ['ligatures', 'Fiona', 'ﬁona'],
  ['sharp s', 'Strasse', 'STRAßE'],
  ['own cases', 'Νίκος Β', 'ΝΊΚΟΣ Β'],
])('S27 names that look alike are one: %s', async (_, first, second) => {
  expect((await register({ userName: first })).status).toBe(200)
  const again = await register({ userName: second })
  expect(again.status).toBe(409)
  expect(again.body.error).toBe('name_taken')
})

test.each([
  ['control', 'Bell\u0007'],
  ['soft hyphen', 'Soft\u00adly'],
  ['tag', 'Tag\u{e0041}'],
  ['filler', 'Fill\u3164er'],
  ['piled marks', `Z${'\u0315'.repeat(4)}`],
  ['a mark without a letter', 'Qu\u02dbncy'],
  ['nothing but dots', '...'],
  ['blank', '   '],
  ['51 characters', 'n'.repeat(51)],
  ['a list', ['Ann']],
])('S27 no name with %s', async (_, userName) => {
  const answer = await register({ userName })
  expect(answer.status).toBe(400)
  expect(answer.body.fields.userName).toEqual(expect.any(String))
})

test('a known mailbox, in any spelling, is a 409 and its owner hears of it', async () => {
  const { body: owner } = await register({ email: 'owner@example.org' })
  for (const email of [' OWNER@Example.ORG ', 'owner+2@example.org']) {
    const again = await register({ email })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      error: 'email_taken',
      fields: { email: expect.any(String) },
    })
  }
  const mail = await app.mail(
    (text) => text.includes('Someone tried to use') && text.includes('owner@example.org'),
  )
  expect(mail).toContain('http://yolo.test/login')
  // The mail must not contain the name, because the address isn't verified yet.
  expect(mail).toContain('Hello,')
  expect(mail).not.toContain(owner.name)
})

test('one account per mailbox: the database and the program know the same ones', async () => {
  const spellings = ['vera.kohl@gmail.com', 'VeraKohl+1@googlemail.com', 'v.era.kohl@gmail.com']
  const statuses = []
  for (const email of spellings) statuses.push((await register({ email })).status)
  expect(statuses).toEqual([200, 409, 409])
  expect((await register({ email: 'vera.kohl@example.org' })).status).toBe(200)
  expect((await register({ email: 'verakohl@example.org' })).status).toBe(200)
  const rows = await app.database.selectFrom('users').select(['email', 'email_key']).execute()
  for (const { email, email_key } of rows) expect(email_key).toBe(emailKey(email!))
})

test('F7 twenty at once make one account', async () => {
  const same = fresh()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.post('/api/register', same)),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array(19).fill(409),
  ])
})

test.each([
  'nobody',
  'a@b',
  'a b@example.com',
  'a@example.com,b@example.com',
  '<a@example.com>',
  'a@exa mple.com',
  'a@example.com\r\nBcc: x@example.com',
  `${'a'.repeat(65)}@example.com`,
  // The Kelvin sign, which is a k when it is lower-cased.
  '\u212Aate@example.com',
  '',
])('S26 %j is no e-mail address', async (email) =>
  expect((await register({ email })).status).toBe(400),
)

test('the age check: under 13 is refused, and only that it was passed is kept', async () => {
  app.clock.set(new Date('2026-11-21T12:00:00Z'))
  const born = async (birthDate: string) => (await register({ birthDate })).status
  expect(await born('2014-01')).toBe(403)
  expect(await born('2013-12')).toBe(403)
  // The 13th birthday might still be to come this month.
  expect(await born('2013-11')).toBe(403)
  expect(await born('2013-10')).toBe(200)
  expect(await born('2027-01')).toBe(400)
  expect(await born('1990-13')).toBe(400)
  expect(await born('1990')).toBe(400)
  const { body } = await register({ birthDate: '1990-05' })
  // The random password hash is left out, because it could contain the year by chance.
  const { password_hash: _hash, ...kept } = await userOf(body.id)
  expect(kept.age_checked_at).toEqual(new Date('2026-11-21T12:00:00Z'))
  expect(JSON.stringify(kept)).not.toContain('1990')
  const { body: without } = await register()
  expect((await userOf(without.id)).age_checked_at).toBeNull()
  app.clock.set(null)
})

test.each([['referer'], ['referrer']])(
  '%s counts for a member, and an invalid one changes nothing',
  async (key) => {
    const friend = await app.member()
    const { body } = await register({ [key]: String(friend.id) })
    expect((await userOf(body.id)).referrer_id).toBe(friend.id)
    for (const bad of ['x', '999999999', 99_999_999_999, -1, [], { id: 1 }, '', null]) {
      const answer = await register({ [key]: bad })
      expect(answer.status).toBe(200)
      expect((await userOf(answer.body.id)).referrer_id).toBeNull()
    }
  },
)

test('S14 nothing but the declared fields is set', async () => {
  const { body } = await register({
    id: 514,
    role: 'admin',
    verified: true,
    email_verified_at: '2020-01-01',
    created_at: '2000-01-01',
    isAdmin: true,
  })
  expect(body.id).toBeGreaterThanOrEqual(1000)
  const kept = await userOf(body.id)
  expect(kept.email_verified_at).toBeNull()
  expect(Date.now() - kept.created_at.getTime()).toBeLessThan(60_000)
})

test.each([
  [{}],
  [{ userName: 'Only name' }],
  [{ userName: 'No password', email: 'x@example.org' }],
])('what is missing is told by field: %j', async (input) => {
  const { status, body } = await app.post('/api/register', input)
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toContain('password')
})
