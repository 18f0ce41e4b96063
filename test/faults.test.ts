import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { transact } from '#platform/server/database.ts'
import { testApp } from '#platform/testing/app.ts'
import { copyDatabase } from '#platform/testing/database.ts'
import { startSite } from '#platform/testing/process.ts'
import { crashRound, prepareWorld } from './crash.ts'

let stateDir: string
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'yolo-faults-'))
})
afterAll(() => rm(stateDir, { recursive: true, force: true }))

const listing = '/api/yolos?category=3&latitude=44.98&longitude=-93.27'

it(
  'F1 keeps every acknowledged write through kill -9 of the site and of its PostgreSQL',
  { timeout: 120_000 },
  async () => {
    const world = await prepareWorld(stateDir)
    const kept = { yolos: [], votes: [] }
    for (const round of [1, 2])
      expect(await crashRound(stateDir, world, round, kept)).toEqual({ lost: [], broken: [] })
    expect(kept.yolos.length).toBeGreaterThan(10)
    expect(kept.votes.length).toBeGreaterThan(10)
  },
)

it(
  'F10 on SIGTERM answers what is in hand and is gone within 10 s',
  { timeout: 60_000 },
  async () => {
    const site = await startSite({ STATE_DIR: stateDir })
    const statuses: number[] = []
    let begun = 0
    let refused = 0
    let stopping = false
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!stopping || begun < 200) {
          begun++
          try {
            statuses.push((await site.get(listing)).status)
          } catch {
            // A connection refused after the port is closed is the balancer's to send elsewhere; one
            // that was accepted must be answered.
            refused++
            if (stopping) return
          }
        }
      }),
    )
    while (statuses.length < 30) await wait(10)
    stopping = true
    const start = performance.now()
    const code = await site.end('SIGTERM')
    await load
    expect(code).toBe(0)
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(statuses.length).toBeGreaterThan(20)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(refused).toBeLessThanOrEqual(8)
  },
)

describe('with a database that fails', () => {
  /** A TCP proxy before the database that can be made to hang. */
  async function proxied() {
    const copy = await copyDatabase(inject('postgresUrl'))
    const target = new URL(copy.url)
    const sockets = new Set<Socket>()
    let hanging = false
    const held: Array<() => void> = []
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => sockets.delete(socket))
      }
      const pass = (from: Socket, to: Socket) =>
        from.on('data', (chunk) => (hanging ? held.push(() => to.write(chunk)) : to.write(chunk)))
      pass(near, far)
      pass(far, near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = new URL(copy.url)
    url.port = String((server.address() as { port: number }).port)
    return {
      url: url.href,
      cut: () => sockets.forEach((socket) => socket.destroy()),
      hang: (on: boolean) => {
        hanging = on
        if (!on) for (const go of held.splice(0)) go()
      },
      async close() {
        sockets.forEach((socket) => socket.destroy())
        server.close()
        await copy.drop()
      },
    }
  }

  it(
    'F2 survives the loss of every connection under load and is healthy again within 10 s',
    { timeout: 60_000 },
    async () => {
      const proxy = await proxied()
      const site = await startSite({ STATE_DIR: stateDir, DATABASE_URL: proxy.url })
      try {
        let stop = false
        const load = Promise.all(
          Array.from({ length: 8 }, async () => {
            const seen = new Set<number>()
            while (!stop)
              seen.add(
                (
                  await site.get(
                    `${listing}&v=${Math.random()}&distanceMiles=${[1, 5, 10, 20][Math.floor(Math.random() * 4)]}`,
                  )
                ).status,
              )
            return seen
          }),
        )
        for (let n = 0; n < 3; n++) {
          await wait(200)
          proxy.cut()
        }
        await expect
          .poll(async () => (await site.get('/api/health/ready')).status, { timeout: 10_000 })
          .toBe(200)
        stop = true
        const seen = new Set((await load).flatMap((statuses) => [...statuses]))
        expect([...seen].filter((status) => ![200, 503].includes(status))).toEqual([])
        expect((await site.get(listing)).status).toBe(200)
      } finally {
        await site.end('SIGKILL')
        await proxy.close()
      }
    },
  )

  it(
    'F3 answers 503 with Retry-After while the database hangs, and recovers',
    { timeout: 90_000 },
    async () => {
      const proxy = await proxied()
      const site = await startSite({ STATE_DIR: stateDir, DATABASE_URL: proxy.url })
      try {
        expect((await site.get(listing)).status).toBe(200)
        proxy.hang(true)
        await wait(500)
        const begun = performance.now()
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, n) => site.get(listing.replace('44.98', `44.${100 + n}`))),
        )
        expect(performance.now() - begun).toBeLessThan(20_000)
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
        expect(answers[0]!.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(answers[0]!.body).toEqual({ error: 'unavailable', message: expect.any(String) })
        expect((await site.get('/api/health/live')).status).toBe(200)
        proxy.hang(false)
        await expect
          .poll(async () => (await site.get(listing)).status, { timeout: 20_000 })
          .toBe(200)
      } finally {
        await site.end('SIGKILL')
        await proxy.close()
      }
    },
  )
})

it('F9 tries again what only timing made wrong', async () => {
  const app = await testApp()
  const [a, b] = [await app.member(), await app.member()]
  let tries = 0
  let bothHold = () => {}
  const both = new Promise<void>((resolve) => (bothHold = resolve))
  const touch = (first: number, second: number) =>
    transact(app.database, async (tx) => {
      await tx.updateTable('users').set({ bio: 'x' }).where('id', '=', first).execute()
      tries++
      if (tries === 2) bothHold()
      await both
      await tx
        .updateTable('users')
        .set({ bio: sql`bio || 'y'` })
        .where('id', '=', second)
        .execute()
    })
  await Promise.all([touch(a.id, b.id), touch(b.id, a.id)])
  expect(tries).toBe(3)
})
