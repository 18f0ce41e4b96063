import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { connectServices } from '../app/services.ts'
import { createDatabase } from '../platform/server/database/database.ts'
import { openLog } from '../platform/server/log.ts'
import { openSession } from '../platform/server/auth/sessions.ts'
import { systemClock } from '../platform/server/services.ts'
import { readSettings } from '../platform/server/settings.ts'
import { startSite } from '../platform/testing/process.ts'
import { benchAdmin } from './admin/admin.ts'
import { benchBackup } from './backup/backup.ts'
import { benchCluster } from './cluster/cluster.ts'
import { firstMember } from './filling/members.ts'
import { openGround, type Ground } from './ground.ts'
import { usage } from './help.ts'
import { benchHttp } from './http.ts'
import { benchPeers, peerKeys } from './peers/peers.ts'
import { benchPeople } from './people.ts'
import { questions } from './questions.ts'
import { benchRanking } from './ranking.ts'
import { openSteps, type Steps } from './steps.ts'
import { timedQuestions } from './times/asked.ts'
import { benchAged } from './times/aged.ts'
import { benchStart } from './times/start.ts'
import { benchTimes } from './times/times.ts'
import { benchWeighing } from './weighing/weighed.ts'
import { benchUpvotes } from './writes/upvotes.ts'
import { print, write } from './results.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string' },
    restaurants: { type: 'string' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    writes: { type: 'string', default: '200' },
    ranking: { type: 'boolean', default: false },
    people: { type: 'boolean', default: false },
    fill: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    kills: { type: 'string', default: '10' },
    machines: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'string' },
    resume: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
const keys = [
  ...Object.keys(questions),
  'upvotes',
  ...Object.keys(timedQuestions),
  'start',
  'lighthouse_vs_bare',
  'admin',
  'backup',
  ...peerKeys,
  'weigh',
  'listing_after_updates',
  'cluster',
]
if (values.help) {
  console.log(usage(keys))
  process.exit(0)
}
const items = Number(values.items ?? 200_000)
const size = { items, ...(values.restaurants && { restaurants: Number(values.restaurants) }) }
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const only = values.only.split(',').filter(Boolean)
const strange = only.filter((key) => !keys.includes(key))
if (strange.length > 0) {
  console.error(`No figure is called ${strange.join(', ')}.`)
  process.exit(2)
}
const isWhole = only.length === 0 && rounds >= 5 && !values.ranking && !values.people
if (values.write && !isWhole) {
  console.error('Only a whole run is kept: every figure, five rounds or more.')
  process.exit(2)
}
if (values.resume && !(isWhole && values.data)) {
  console.error('Only a whole run with a folder of its own (--data) goes on where it stopped.')
  process.exit(2)
}

const asCluster = {
  items: Number(values.items ?? 20_000),
  kills: Number(values.kills),
  machines: values.machines,
  keep: values.keep,
}

// Handlers of process.on('exit') end everything that was started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (only.join() === 'cluster') {
  const figures = await benchCluster(asCluster)
  print({ items: asCluster.items, rounds, seconds, steps: {}, figures })
  process.exit()
}
const begun = performance.now()
// The people's bench makes its own data.
const ground = await openGround(values.people ? null : size, values.data)
// A pool without the server's time limits, because vacuuming takes long.
const database = createDatabase(new pg.Pool({ connectionString: ground.url, max: 2 }))
try {
  const took = ((performance.now() - begun) / 1000).toFixed(0)
  if (!values.people)
    console.log(`${items} items, ${ground.isKept ? 'kept from before' : 'made'} in ${took} s`)
  if (values.ranking || values.people) await inProcess(ground)
  else if (!values.fill) await figuresOf(ground)
} finally {
  await database.destroy()
  await ground.close()
}

async function figuresOf(ground: Ground) {
  const file = isWhole && values.data ? join(values.data, 'steps.json') : undefined
  if (file && !values.resume) await rm(file, { force: true })
  const steps = await openSteps(JSON.stringify({ ...size, rounds, seconds }), file)
  const withPeers = values.peers || only.some((key) => peerKeys.includes(key))
  if (withPeers) await benchPeers({ ...ground, items, rounds, seconds, only }, steps)
  const apart = [...peerKeys, 'cluster']
  if (only.some((key) => !apart.includes(key)) || only.length === 0) await overHttp(ground, steps)
  // The cluster has its own data, because those of a whole run would be too much for three nodes on one machine.
  if (values.cluster || only.includes('cluster'))
    await steps.step('cluster', () => benchCluster({ ...asCluster, items: 20_000, keep: false }))
  const result = { ...size, rounds, seconds, steps: steps.steps(), figures: steps.figures() }
  print(result)
  if (values.write) await write(result)
  if (values.json) await writeFile(values.json, JSON.stringify(result))
  await steps.end()
}

async function inProcess({ url, stateDir }: Ground) {
  const settings = readSettings({
    ...process.env,
    PORT: '0',
    STATE_DIR: stateDir,
    DEMO: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const { services, close } = connectServices(url, settings, openLog('error'), async () => {})
  try {
    if (values.people) return await benchPeople(services, database, url)
    const { ranking, listing } = services
    const times = values.rounds === '5' ? 400 : rounds
    await benchRanking({ ranking, listing, database, items, rounds: times })
  } finally {
    await close()
  }
}

async function overHttp({ url, stateDir }: Ground, { step }: Steps): Promise<void> {
  const asked = (key: string) => only.length === 0 || only.includes(key)
  const tokenOf = async (id: number) =>
    (await openSession(database, systemClock, id, { userAgent: 'bench' })).token
  const env = { STATE_DIR: stateDir, DATABASE_URL: url, LOG_LEVEL: 'error' }
  // Mark everything as weighed. Otherwise the site would weigh it all during the first figures; `weigh` measures that.
  await database
    .insertInto('weighed')
    .values({ until: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const site = await startSite(env)
  try {
    const { origin } = site
    const members = await database
      .selectFrom('users')
      .select('id')
      .where('id', '>=', firstMember)
      .orderBy('id')
      .limit(200)
      .execute()
    const tokens = await Promise.all(members.map(({ id }) => tokenOf(id)))
    if (asked('upvotes'))
      await step('upvotes', async () => {
        const limited = await startSite({ ...env, RATE_LIMITS: 'on' })
        const ids = members.map(({ id }) => id)
        const origins = { free: origin, limited: limited.origin }
        const options = { origins, url, items, members: ids, tokens, rounds, seconds }
        return benchUpvotes(options).finally(() => limited.end('SIGTERM'))
      })
    if (Object.keys(timedQuestions).some(asked))
      await step('times', () => benchTimes({ origin, database, items, rounds, only }))
    if (asked('start')) await step('start', () => benchStart(env, Math.min(rounds, 3)))
    if (asked('lighthouse_vs_bare')) {
      const { benchLighthouse } = await import('./pages/lighthouse.ts')
      await step('lighthouse', () => benchLighthouse(rounds))
    }
    if (asked('admin')) {
      const token = await tokenOf(514)
      await step('admin', () => benchAdmin({ origin, database, token, rounds }))
    }
    if (asked('backup')) {
      const perSecond = Number(values.writes)
      const options = { origin, url, stateDir, database, items, seconds: seconds * 5, perSecond }
      await step('backup', () => benchBackup(options))
    }
    if (asked('weigh')) await step('weigh', () => benchWeighing(url))
    if (only.length === 0 || only.some((key) => key in questions))
      await step('http', () => benchHttp({ origin, items, tokens, rounds, seconds, only }))
    // This comes last, because what it writes would affect the other figures.
    if (asked('listing_after_updates'))
      await step('aged', () => benchAged({ origin, items, tokens, rounds }))
  } finally {
    await site.end('SIGTERM')
  }
}
