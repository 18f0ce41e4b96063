import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'

const app = await testApp()
// Unicode's data, read here independently of the product's code.
const data: Record<string, string> = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('unhomoglyph/data.json'), 'utf8'),
)
const prototype = (letter: string) => data[letter] ?? letter

/** Returns all characters that Unicode lists as looking like this letter in either case. */
function lookAlikes(letter: string): string[] {
  const looks = new Set([letter.toLowerCase(), letter.toUpperCase()].map(prototype))
  return Object.keys(data).filter((one) => looks.has(data[one]!))
}

const imposter = await app.member()
const rename = (userName: string) =>
  app.put('/api/user/display-name', { userName }, { as: imposter })

/** Tries a name and returns whether it was accepted. If so, lets the imposter change it again. */
async function passes(userName: string): Promise<boolean> {
  const { status, body } = await rename(userName)
  if (status === 400 || body.error === 'name_taken') return false
  const users = app.database.updateTable('users').set({ user_name_changed_at: null })
  await users.where('id', '=', imposter.id).execute()
  return true
}

test.each(['Vex Q', 'Jolup', 'KATHI'])(
  'S27 no look-alike of %s passes, whichever of its letters Unicode’s data replaces',
  async (name) => {
    await app.member({ userName: name })
    const passed: string[] = []
    const letters = Array.from(name)
    const one = letters.flatMap((letter, at) =>
      letter === ' ' ? [] : lookAlikes(letter).map((like) => letters.with(at, like).join('')),
    )
    // Replaces all letters at once, by each of their look-alikes in turn.
    const all = Array.from({ length: 30 }, (_, turn) =>
      letters
        .map((letter) => {
          const found = letter === ' ' ? [] : lookAlikes(letter)
          return found[turn % (found.length || 1)] ?? letter
        })
        .join(''),
    )
    const tried = [...one, ...all]
    for (let from = 0; from < tried.length; from += 20)
      await Promise.all(
        tried.slice(from, from + 20).map(async (like) => {
          if (await passes(like)) passed.push(like)
        }),
      )
    expect(tried.length).toBeGreaterThan(100)
    expect(passed).toEqual([])
  },
  60_000,
)

test('S27 the table is whole: all of Lisu’s capitals are in it', async () => {
  await app.member({ userName: 'Lisu Bob' })
  expect((await rename('ꓡꓲꓢꓴ ꓐꓳꓐ')).body.error).toBe('name_taken')
  expect(Object.keys(data).filter((one) => /\p{Script=Lisu}/u.test(one)).length).toBe(41)
})

test.each([
  ['Greek small letters', 'Vova Nu', 'νονα νυ', false],
  ['Greek small letters for Latin ones', 'Vov', 'νον', true],
  ['Greek capitals for Latin ones', 'Nan', 'ΝΑΝ', true],
  ['own cases', 'Άννα Βίκυ', 'ΆΝΝΑ ΒΊΚΥ', true],
  ['other names', 'Martha Kim', 'Bertha Kim', false],
  ['accents', 'Jose Ruiz', 'José Ruiz', false],
  ['another script', '山田太郎 Tokyo', '山田花子 Tokyo', false],
])('S27 %s: %s and %s', async (_what, first, second, same) => {
  await app.member({ userName: first })
  const newcomer = await app.member()
  const answer = await app.put('/api/user/display-name', { userName: second }, { as: newcomer })
  expect(answer.status).toBe(same ? 409 : 200)
})

test.each([
  ['a point', 'Maya Lindqvist.'],
  ['a point between', 'Maya·Lindqvist'],
  ['no space', 'MayaLindqvist'],
  ['a second space', 'Maya  Lindqvist'],
  ['spaces between the letters', 'M a y a Lindqvist'],
  ['a dash and an underscore', 'Maya_Lind-qvist'],
  ['quotation marks', '“Maya Lindqvist”'],
  ['brackets', '(Maya) Lindqvist'],
  ['direction marks', '\u202aMaya Lindqvist\u202c'],
  ['a zero width', 'Ma\u200bya Lindqvist\u2060'],
  ['a piled mark', 'Maya Lindqvist\u0301'],
  ['a mark that strikes through', 'Maya L\u0336indqvist'],
  ['a tone of skin', 'Maya Lindqvist\u{1f3fb}'],
  ['a picture', 'Maya Lindqvist 🍔'],
  ['a star', '⭐ Maya Lindqvist'],
  ['a registered sign', 'Maya Lindqvist®'],
  ['a sign of mathematics', 'Maya + Lindqvist'],
  ['other letters too', 'Мaya.Lindqvist'],
])('S27 %s makes no other name', async (_what, like) => {
  await app.member({ userName: 'Maya Lindqvist' }).catch(() => null)
  expect((await rename(like)).body.error).toBe('name_taken')
})

test.each(['\u034f', '\u3164', '\u{e0061}', '\ufe0f', '\u00ad'])(
  'S27 what nobody sees is refused in a name: %j',
  async (unseen) => expect((await rename(`Nora Vale${unseen}`)).status).toBe(400),
)

test.each(['Nora ValeⅠ', 'Nora Vale Ⅴ', 'Ⅿoe Vale'])(
  'S27 Roman numerals that become letters are refused: %s',
  async (name) => expect((await rename(name)).status).toBe(400),
)

test.each([
  ['letters with accents', 'Soren Vik', 'Søren Vik'],
  ['vowels of Devanagari', 'राम', 'रामी'],
  ['pictures alone', '🍔🍔', '🍕🍕'],
  ['digits', 'Ann Lee 1', 'Ann Lee 2'],
])('S27 %s still tell names apart', async (_what, first, second) => {
  const [one, other] = [await app.member(), await app.member()]
  for (const [as, userName] of [
    [one, first],
    [other, second],
  ] as const)
    expect((await app.put('/api/user/display-name', { userName }, { as })).status).toBe(200)
})

const staffWords =
  'admin administrator moderator mod support staff team official help security system yolo'

test.each([
  ...staffWords.split(' '),
  'ADMIN',
  'The Admin',
  'Yolo Kitchen',
  'burger-team',
  'Support (Ann)',
  'help_desk',
  'Admin2',
  'аdmin',
  'Аԁｍіп',
  'adm1n',
  'adrnin',
  'M0D',
  'Ádmín',
  'ꓬꓳꓡꓳ',
  'ＹＯＬＯ',
  'ѕuррогt',
  '𝗌𝗍𝖺𝖿𝖿',
  'ʏᴏʟᴏ',
  'ᗩdmin',
  '🅰🅳🅼🅸🅽',
  '🇾🇴🇱🇴',
  'A.d.m.i.n',
  'Y o l o',
  'Yo lo',
  'Ad-min',
  'Moderators',
  'YoloTeam',
  'TheAdmin',
])('S27 %s is kept for the people who run the site', async (userName) => {
  const answer = await rename(userName)
  expect(answer.status).toBe(400)
  expect(answer.body.fields.userName).toBe('This name is kept for the people who run this site.')
  const joining = { userName, email: 'imposter@example.org', password: 'twelve wooden ducks' }
  expect((await app.post('/api/register', joining)).body.fields?.userName).toBeTruthy()
})

test.each([
  'Modern Art',
  'Teamwork',
  'Helper Ann',
  'Yolanda',
  'Administratrix',
  'Mads',
  'Systematic',
])('S27 %s only begins like a staff word', async (userName) => {
  const newcomer = await app.member()
  const answer = await app.put('/api/user/display-name', { userName }, { as: newcomer })
  expect(answer.status).toBe(200)
})
