import { connect, type Socket } from 'node:net'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { leastOfThree } from '#platform/testing/least.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'
import { photoClient } from './photos.testing.ts'

const megabyte = 1024 * 1024
const sentBytes = 8 * megabyte - 1024
let app: TestApp
let site: SiteProcess
beforeAll(async () => {
  app = await testApp()
  const probe = fileURLToPath(new URL('../../test/soak/soak-probe.mjs', import.meta.url))
  site = await startSite({
    DATABASE_URL: app.databaseUrl,
    STATE_DIR: app.services.settings.stateDir,
    NODE_OPTIONS: `--import=${probe}`,
  })
}, 180_000)
afterAll(() => site?.end('SIGTERM'))

/** Returns the megabytes that the site uses after a garbage collection. */
async function held(): Promise<number> {
  const said = () => [...site.output().matchAll(/^probe (.*)$/gm)]
  const before = said().length
  process.kill(site.pid, 'SIGUSR2')
  const [, json = ''] = await until(() => said()[before], 'The probe says nothing.')
  const { heapUsed, external } = JSON.parse(json) as { heapUsed: number; external: number }
  return (heapUsed + external) / megabyte
}

/** Sends a photo without its end. */
async function stalled(as: Person): Promise<Socket> {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8\xff'
  socket.write(
    [
      'POST /api/user/avatar/upload HTTP/1.1',
      'Host: yolo.test',
      `Authorization: Bearer ${as.token}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${8 * megabyte + 1000}`,
      '',
      head,
    ].join('\r\n'),
    'latin1',
  )
  await new Promise((sent) => socket.write(Buffer.alloc(sentBytes), sent))
  return socket
}
/** Returns the sizes of the files of unfinished uploads. */
async function onTheWay(): Promise<number[]> {
  const folder = join(app.services.settings.stateDir, 'uploads')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
}

test('F14 thirty photos that stop short of their end hold no memory, and nothing is left of them', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => app.member()))
  const before = await held()
  const sockets = await Promise.all(
    members.flatMap((one) => Array.from({ length: 10 }, () => stalled(one))),
  )
  // Data that a busy server has yet to read or write mustn't be measured, so the test waits until it is on disk.
  await until(
    async () =>
      (await onTheWay()).filter((size) => size > sentBytes - megabyte / 2).length ===
      sockets.length,
    'What was sent is not on the disk.',
  )
  // The photos have 240 MB together. Unused memory is freed by one of the next collections, but memory that is still
  // referenced isn't.
  expect(await leastOfThree(40, async () => (await held()) - before)).toBeLessThan(40)
  // Another member's photo is accepted meanwhile, but not the eleventh photo of one member.
  const { upload, yolo } = photoClient({ ...app, ...site })
  const honest = await app.member()
  expect((await upload((await yolo(honest)).id, await makePhoto(), honest)).status).toBe(200)
  const eleventh = await upload((await yolo(members[0]!)).id, await makePhoto(), members[0]!)
  expect([eleventh.status, eleventh.headers.get('retry-after')]).toEqual([503, '2'])
  for (const socket of sockets) socket.destroy()
  await expect.poll(onTheWay).toEqual([])
  expect((await upload((await yolo(members[0]!)).id, await makePhoto(), members[0]!)).status).toBe(
    200,
  )
}, 120_000)
