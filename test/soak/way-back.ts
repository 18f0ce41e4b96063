import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'

type World = { app: TestApp; site: SiteProcess; members: Person[] }

/** Returns the site's resident memory in megabytes, including native memory. */
export async function resident({ pid }: SiteProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Uploads photos that stop just before their end, thirty at a time, as often as their budget allows. */
async function stalledUploads({ site, members }: World): Promise<void> {
  const port = Number(new URL(site.origin).port)
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8\xff'
  for (let round = 0; round < 10; round++) {
    const sockets = members.slice(0, 30).map(({ token }) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      const lines = [
        'POST /api/user/avatar/upload HTTP/1.1',
        'Host: yolo.test',
        `Authorization: Bearer ${token}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${8_388_608 + 1_000}`,
        '',
        head,
      ]
      socket.write(lines.join('\r\n'), 'latin1')
      return socket
    })
    const piece = Buffer.alloc(8_388_608 - 1_024)
    await Promise.all(sockets.map((one) => new Promise((sent) => one.write(piece, sent))))
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Sends corrections with the longest opening hours that are accepted, all of them different, and with ones that are too
 * long.
 */
async function longHours({ app, site, members }: World): Promise<void> {
  const { id } = await app.restaurant()
  const clock = (n: number) =>
    `${String(Math.floor(n / 60) % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
  const spans = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => n * 40 + from)
      .map((at) => `${clock(at)}-${clock(at + 20)}`)
      .join(',')
  const path = `/api/restaurants/${id}/corrections`
  for (let round = 0; round < 20; round++)
    await Promise.all(
      members.slice(0, 10).flatMap((as, n) =>
        [16, 34].map((count) => {
          const value = `Jan-Dec ${spans(count, (round * 10 + n) % 19)}${', PH off'.repeat(4)}`
          return site.post(path, { field: 'hours', value }, { as })
        }),
      ),
    )
}

/** Adds new restaurants. After each one, searches for it and loads a list near it. */
async function newRestaurants({ site, members }: World): Promise<void> {
  for (let n = 0; n < 200; n++) {
    const name = `Attack ${n} ${'x'.repeat(60)}`
    const body = {
      name,
      address: `${n} Long Street`,
      latitude: 44.9 + n / 5_000,
      longitude: -93.27,
    }
    const as = members[n % members.length]!
    const { status } = await site.post('/api/restaurants', body, { as })
    if (status !== 200) throw new Error(`A new restaurant was answered with ${status}.`)
    await site.get(`/api/search?q=${encodeURIComponent(name)}`)
    await site.get(`/burgers?latitude=${44.9 + n / 5_000}&longitude=-93.27`)
  }
}

/** Uploads large pictures, five at a time of each of eight members. Most wait in a queue or are refused. */
async function largePictures({ site, members }: World): Promise<void> {
  const picture = await makePhoto({ width: 5_000, height: 5_000 })
  await Promise.all(
    members.slice(0, 8).flatMap((as) =>
      Array.from({ length: 5 }, async () => {
        const body = new FormData()
        body.set('file', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
        await site.request('POST', '/api/user/avatar/upload', { as, body })
      }),
    ),
  )
}

/** Asks, sixteen at once, for what other threads and libraries work on: tiles, searches, exports, pictures and pages. */
async function readsOfAllKinds({ app, site, members }: World): Promise<void> {
  const { id: restaurant } = await app.restaurant()
  const items: number[] = []
  for (const { id: by } of members)
    items.push((await app.item({ restaurant, category: 3, by, name: `Burger ${by}` })).id)
  const near = (n: number) => `latitude=${44.9 + (n % 1_000) / 5_000}&longitude=-93.27`
  const letters = (n: number) =>
    String.fromCharCode(...[7, 11, 13, 17].map((m) => 97 + ((n * m) % 26)))
  const kinds: ((n: number) => string)[] = [
    (n) => `/api/map/drawn/6/${n % 64}/${Math.floor(n / 64) % 64}`,
    (n) => `/api/map/drawn/11/${480 + (n % 20)}/${730 + (Math.floor(n / 20) % 20)}`,
    (n) => `/api/map/static?${near(n)}&distanceMiles=20`,
    (n) => `/api/search?q=${letters(n)} ${letters(n + 1)}&${near(n)}`,
    (n) => `/api/places/cities?q=${letters(n)}&${near(n)}`,
    (n) => `/api/yolos?category=3&${near(n)}&distanceMiles=20&sort=trending&open=now`,
    (n) => `/api/yolos/export?category=3&${near(n)}&format=${['csv', 'kml', 'geojson'][n % 3]}`,
    (n) => `/burgers?${near(n)}`,
    (n) => `/og/dish/${items[n % items.length]}.png`,
    (n) => `/api/avatars/${members[n % members.length]!.id}`,
  ]
  for (const kind of kinds) {
    let next = 0
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (next < 1_000) await site.get(kind(next++))
      }),
    )
  }
}

/** All of them, one after the other. */
async function allInTurn(world: World): Promise<void> {
  for (const one of [largePictures, stalledUploads, longHours, readsOfAllKinds]) await one(world)
}

export const attacks = { stalledUploads, longHours, newRestaurants, allInTurn }

/** Returns the site's memory before an attack, at its end, and `seconds` after it, in megabytes. */
export async function wayBack(attack: keyof typeof attacks, seconds: number) {
  const app = await testApp()
  const members: Person[] = []
  for (let n = 0; n < 30; n++) members.push(await app.member())
  const { stateDir } = app.services.settings
  const site = await startSite({ DATABASE_URL: app.databaseUrl, STATE_DIR: stateDir })
  try {
    const before = await resident(site)
    await attacks[attack]({ app, site, members })
    const atEnd = await resident(site)
    await wait(seconds * 1_000)
    const after = await resident(site)
    console.log(attack, [before, atEnd, after].map(Math.round).join(' → '), 'MB')
    return { before, atEnd, after }
  } finally {
    await site.end('SIGTERM')
  }
}
