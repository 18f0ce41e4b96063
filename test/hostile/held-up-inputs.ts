import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import type { SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'
import { probedSite, type Work } from './held-up.ts'

let app: TestApp
let site: SiteProcess
let ann: Person
let place: { id: number }

/**
 * Tests each kind of input whose length determines how long it takes to process. `judge` gets the worst input that is
 * allowed and a harmless one of the same kind.
 */
export function tryEachInput(
  judge: (site: SiteProcess, work: Work, control: Work) => Promise<void>,
) {
  beforeAll(async () => {
    app = await testApp()
    ann = await app.member()
    place = await app.restaurant()
    await addLongNames()
    await addNamesOfSimilarWords()
    await sql`
      insert into idempotency_keys (user_id, route, key, input_hash, started_at)
      select ${ann.id}::integer, 'POST /share', lpad(n::text, 64, 'x'), '', now()
        from generate_series(1, 25000) n`.execute(app.database)
    site = await probedSite(app)
    onFileEnd(() => site.end('SIGTERM'))
  }, 180_000)

  it.each(Object.entries(kinds))(
    '%s: nobody is held up',
    { timeout: 120_000 },
    (_, { work, control }) => judge(site, work, control),
  )

  it('S29 what is nested too deeply is a 400', async () => {
    expect(await body(`{"email":${'['.repeat(opened)}${']'.repeat(opened)}}`)).toBe(400)
  })

  it.each(Object.entries(hours))(
    'opening hours %s hold nobody up',
    { timeout: 120_000 },
    (_, value) =>
      judge(
        site,
        (time) => correct(value(time)),
        (time) => correct(`Mo-Fr 11:0${time}-22:00`),
      ),
  )
}

/** An Arabic sign that NFKD unfolds into 18 letters and 4 words. */
const folding = '\ufdfa'

/** Adds as many dishes and restaurants as are compared at once, with names of many letters and words. */
async function addLongNames() {
  let by = ann
  for (let n = 0; n < 150; n++) {
    if (n % 3 === 0) by = await app.member()
    const name = `n${n} ${n % 2 ? folding.repeat(290) : 'ab '.repeat(98)}`
    await app.item({ restaurant: place.id, category: 3, by: by.id, name })
  }
  for (let n = 0; n < 13; n++)
    await app.restaurant({ name: `quokka ${n} ${n % 2 ? folding.repeat(190) : 'ab '.repeat(60)}` })
}

/** Words of eleven letters with the same beginning: each is compared with each letter by letter. */
const similarWord = (n: number) => `s${letters(10, n)}`
const askedWords = () => Array.from({ length: 7 }, (_, n) => similarWord(n))

/** Adds as many dishes as one search compares, half of them in the city where it is asked. */
async function addNamesOfSimilarWords() {
  for (const latitude of [44.98, 44.98, 41.88, 41.88]) {
    const by = await app.member()
    const longitude = latitude > 44 ? -93.27 : -87.63
    const name = Array.from({ length: 16 }, (_, n) => similarWord(n)).join(' ')
    const restaurant = (await app.restaurant({ name, latitude, longitude })).id
    for (let n = 0; n < 42; n++) {
      const others = Array.from({ length: 16 }, (_, at) => similarWord(at + n))
      const words = [...askedWords(), 'minneapolis', ...others].join(' ')
      await app.item({ restaurant, category: 1 + (n % 14), by: by.id, name: words.slice(0, 299) })
    }
  }
}

const correct = (value: string) =>
  site.post(`/api/restaurants/${place.id}/corrections`, { field: 'hours', value }, { as: ann })

const clock = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')
const spans = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => n * 40 + from)
    .map((at) => `${clock(at)}-${clock(at + 20)}`)
    .join(',')
const hours: Record<string, (time: number) => string> = {
  'of 498 characters': (time) => `Jan-Dec ${spans(34, time)}${', PH off'.repeat(10)}`,
  'as long as may be read': (time) =>
    `Jan-Dec ${spans(16, time)},PH off,PH off,PH off,PH off,PH off`,
}

const firstFile = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const most = 8 * 1024 * 1024
function uploadOf(repeated: string, begin = ''): { work: Work; control: Work } {
  const upload = (times: number) =>
    fetch(`${site.origin}/api/user/avatar/upload`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ann.token}`,
        'Content-Type': 'multipart/form-data; boundary=b',
      },
      body: `${begin}${repeated.repeat(times)}\r\n--b--\r\n`,
    }).then((answer) => answer.text())
  return { work: () => upload(Math.floor(most / repeated.length)), control: () => upload(1) }
}

const opened = 30_000
const kinds: Record<string, { work: Work; control: Work }> = {
  'sixty pages at once': {
    work: (n) => Promise.all(Array.from({ length: 60 }, (_, place) => page(60 * n + place))),
    control: (n) => page(60 * n),
  },
  'nested lists in a body': {
    work: () => body(`{"email":${'['.repeat(opened)}${']'.repeat(opened)}}`),
    control: () => body('{"email":[]}'),
  },
  'nested objects in a body': {
    work: () => body(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    control: () => body('{"a":1}'),
  },
  'a body of keys': {
    work: () => body(`{${Array.from({ length: 6_000 }, (_, n) => `"k${n}":1`).join()}}`),
    control: () => body('{"k":1}'),
  },
  'a form of keys': {
    work: () =>
      callback(
        Array.from({ length: 20_000 }, (_, n) => n.toString(36))
          .join('&')
          .slice(0, 65_000),
      ),
    control: () => callback('a&b'),
  },
  'a form of one key': {
    work: () => callback('a&'.repeat(32_000)),
    control: () => callback('a&a'),
  },
  'an upload of boundaries': uploadOf('--b\r\n'),
  'an upload of empty parts': uploadOf('--b\r\n\r\n\r\n'),
  'an upload of fields': uploadOf('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'),
  'an upload of files': uploadOf(
    '--b\r\nContent-Disposition: form-data; name="x"; filename="a"\r\n\r\n1\r\n',
  ),
  'an upload of headers': uploadOf('a:b\r\n', '--b\r\n'),
  'an upload of lines before its first part': uploadOf('\r\n--', ''),
  'an upload of half boundaries': uploadOf('\r\n--', `${firstFile}abc`),
  'an upload of parts behind its file': uploadOf('--b\r\n\r\n\r\n', `${firstFile}abc\r\n`),
  'a search of one long word': {
    work: (n) => search(letters(99, n)),
    control: (n) => search(`taco ${n}`),
  },
  'a search of many words': {
    work: (n) => search(Array.from({ length: 33 }, (_, at) => letters(2, at + n)).join(' ')),
    control: (n) => search(`taco ${n}`),
  },
  'four searches of words that begin alike': {
    work: (n) => Promise.all([1, 2, 3, 4].map((at) => searchOfSimilarWords(4 * n + at))),
    control: (n) => search(`taco ${n}`),
  },
  'a search of letters that fold into many': {
    work: () => search('\ufdfa'.repeat(100)),
    control: (n) => search(`taco ${n}`),
  },
  'a city by a letter and signs that fold into many': {
    work: (n) => city(`s ${folding.repeat(97)}${n}`),
    control: (n) => city(`minnea${n}`),
  },
  'a city by a letter and many words': {
    work: (n) => city(`s ${'a b c d e f g h '.repeat(3)}${n}`),
    control: (n) => city(`minnea${n}`),
  },
  'towns of saved places': {
    work: (n) =>
      matchPlaces(() => {
        const towns = ['union', 'san juan', 'san jose'].map(
          (town) => `${town} ${n} ${folding.repeat(70)}`,
        )
        return { name: 'x burger', city: towns.join(), address: `1,${towns.join()}` }
      }),
    control: () => matchPlaces(() => ({ name: 'x burger' })),
  },
  'names of saved places': {
    work: (n) =>
      matchPlaces((at) => ({
        name: `quokka ${n} ${at % 2 ? folding.repeat(290) : 'ab '.repeat(95)}`,
        latitude: 44.98,
        longitude: -93.27,
      })),
    control: () => matchPlaces(() => ({ name: 'x', latitude: 44.98, longitude: -93.27 })),
  },
  'a dish beside a menu of long names': {
    work: (n) => similar(`n${n} ${folding.repeat(200)} ${'ab '.repeat(30)}`.slice(0, 300)),
    control: () => similar('tea'),
  },
  'the nightly comparing of dishes': {
    work: async () => {
      const before = await jobsDone('find-near-same-dishes')
      await app.services.jobs.send('find-near-same-dishes', {})
      const isDone = async () => (await jobsDone('find-near-same-dishes')) > before
      await until(isDone, 'The job doesn’t end.')
    },
    control: () => similar('tea'),
  },
  'restaurants by many words': {
    work: (n) => suggest(Array.from({ length: 33 }, (_, at) => letters(2, at + n)).join(' ')),
    control: (n) => suggest(`taco ${n}`),
  },
  'keys of an address': {
    work: () => site.get(`/api/tags?category=3&${'a=1&'.repeat(3_500)}`),
    control: () => site.get('/api/tags?category=3'),
  },
  'a place in a list': {
    work: () => site.get(`/api/yolos?category=3&list=top&cursor=${nestedCursor}`),
    control: () => site.get('/api/yolos?category=3&list=top&cursor=W10'),
  },
  'tiles of the drawn map that nobody asked for yet': {
    work: (n) => Promise.all(tilesOf(n).map((tile) => site.get(`/api/map/drawn/${tile}`))),
    control: () => site.get('/api/map/drawn/12/0/0'),
  },
  'still pictures of places that nobody asked for yet': {
    work: (n) => still(60.4 + n / 100),
    control: () => still(0),
  },
  'an archive of many rows': {
    work: () => site.get('/api/user/export', { as: ann }),
    control: () => site.get('/api/user/export', { as: ann }),
  },
  'a long header': {
    work: () =>
      site.get('/api/tags?category=3', {
        headers: { Range: `bytes=${'0-1,'.repeat(3_000)}`, 'If-None-Match': '"a",'.repeat(500) },
      }),
    control: () => site.get('/api/tags?category=3'),
  },
  'ranges of a built file, ten times at once': {
    work: () => Promise.all(Array.from({ length: 10 }, () => ranges())),
    control: () => site.get('/favicon.ico'),
  },
}
const ranges = () =>
  site.get('/favicon.ico', {
    headers: { Range: `bytes=${'1'.repeat(7_900)}${','.repeat(7_900)}` },
  })
/**
 * Returns two of the largest tiles at low zoom levels, and tiles at a higher zoom level from the pieces with the
 * longest shores.
 */
const tilesOf = (n: number) => {
  const far = [
    ['0/0/0', '5/17/11'],
    ['1/1/0', '4/6/6'],
    ['2/2/1', '3/4/2'],
  ][n % 3]!
  const pieces = [
    [36, 24],
    [29, 29],
    [19, 43],
    [18, 42],
    [34, 22],
    [35, 23],
  ]
  return [...far, ...pieces.map(([x, y]) => `${5 + n}/${x! * 2 ** (n - 1)}/${y! * 2 ** (n - 1)}`)]
}
const still = (latitude: number) =>
  site.get(`/api/map/static?latitude=${latitude}&longitude=5.3&distanceMiles=20`)
const nestedCursor = Buffer.from('['.repeat(10_000) + ']'.repeat(1_000))
  .toString('base64url')
  .slice(0, 14_000)
const letters = (length: number, from: number) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(97 + ((n * 7 + from) % 26))).join('')
const body = (text: string) =>
  fetch(`${site.origin}/api/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: text,
  }).then((answer) => answer.status)
const callback = (text: string) =>
  fetch(`${site.origin}/api/login/apple/callback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: text,
  }).then((answer) => answer.text())
async function jobsDone(queue: string): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    select count(*)::integer as done from pgboss.job where name = ${queue} and state = 'completed'`.execute(
    app.database,
  )
  return rows[0]!.done
}
const city = (q: string) => site.get(`/api/places/cities?q=${encodeURIComponent(q)}`)
const similar = (name: string) =>
  site.get(
    `/api/items/similar?restaurantId=${place.id}&category=3&itemName=${encodeURIComponent(name)}`,
  )
async function matchPlaces(placeAt: (at: number) => object) {
  const places = Array.from({ length: 40 }, (_, at) => placeAt(at))
  const { status } = await site.post('/api/saved-places/match', { places }, { as: ann })
  expect(status).toBe(200)
}
/** Asks for a page that isn't cached and loads nothing. */
const page = (n: number) => site.get(`/login?next=/x${n}`)
const search = (q: string) => site.get(`/api/search?q=${encodeURIComponent(q)}`)
const searchOfSimilarWords = (n: number) =>
  site.get(
    `/api/search?q=${encodeURIComponent(`${askedWords().join(' ')} minneapolis`)}&kinds=dishes&latitude=41.88&longitude=${n / 1000 - 87.63}`,
  )
const suggest = (q: string) =>
  site.get(`/api/places/restaurants?q=${encodeURIComponent(q)}&latitude=44.98&longitude=-93.27`)
