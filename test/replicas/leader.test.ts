import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { valueInTime } from '#platform/testing/settled.ts'
import { balancer, type Balancer } from './balancer.ts'
import { burgers, figures, metricsToken } from './reading.ts'
import { startServers, type Server } from './servers.ts'

// As in a cluster, DATABASE_URL leads to the current leader and DATABASE_READ_URLS lists every node.
let nodes: [Server, ...Server[]]
let leader: Balancer
let app: TestApp
let placeId: string

beforeAll(async () => {
  nodes = await startServers(2)
  leader = await balancer(nodes[0].port)
  const postgresUrl = new URL(nodes[0].url())
  postgresUrl.port = String(leader.port)
  app = await testApp({
    postgresUrl: postgresUrl.href,
    settings: (databaseUrl) => ({
      metricsToken,
      databaseUrl,
      databaseReadUrls: nodes.map((node) => node.url(databaseUrl)),
    }),
  })
  placeId = (await app.restaurant()).placeId
})

async function shows(name: string) {
  const ann = await app.member()
  const { status } = await app.post(
    '/api/yolos',
    { placeId, categoryId: 3, itemName: name },
    { as: ann },
  )
  expect(status).toBe(200)
  const names = async (as?: typeof ann) => (await burgers(app, as)).map((one) => one.itemName)
  expect(await names(ann)).toContain(name)
  expect(await valueInTime(async () => (await names()).includes(name), true)).toBe(true)
}

describe('a cluster whose nodes are all named', () => {
  it('is read from its replicas; that one of them is the primary is no fault', async () => {
    await expect
      .poll(async () => (await figures(app)).reading)
      .toSatisfy(([first, ...others]: number[]) => first === 0 && others.includes(1))
    await expect.poll(async () => (await figures(app)).leftOut).toEqual([0, 0, 0])
    await shows('Before')
  })

  it('gets another leader: everything is well within seconds, without a restart', async () => {
    const [old, next, third] = nodes as [Server, Server, Server]
    const [{ at }] = (await old.query<{ at: string }>(
      'select pg_current_wal_flush_lsn() as at',
    )) as [{ at: string }]
    for (const node of [next, third])
      await expect
        .poll(() => node.query(`select pg_last_wal_replay_lsn() >= '${at}' as has`))
        .toEqual([{ has: true }])
    await old.stop('SIGQUIT')
    leader.lead(null)
    // There is no leader at the moment, but visitors can still read.
    const listed = await burgers(app)
    expect(listed.map(({ itemName }) => itemName)).toEqual(['Before'])
    expect((await app.get('/api/health/ready')).status).toBe(503)
    await next.query('select pg_promote()')
    await third.follow(next)
    leader.lead(next.port)

    await expect.poll(async () => (await app.get('/api/health/ready')).status).toBe(200)
    await shows('After')
    // Only the old leader is left out. The new leader isn't, but as the primary it isn't used for reads.
    await expect
      .poll(async () => {
        const { reading, leftOut } = await figures(app)
        return { reading, leftOut }
      })
      .toEqual({ reading: [0, 0, 1], leftOut: [1, 0, 0] })
    await shows('By the third')
  })
})
