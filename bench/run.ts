import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openServices } from '#app/services.ts'
import { kysely } from '#platform/server/database.ts'
import { openLog } from '#platform/server/log.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { readSettings } from '#platform/server/settings.ts'
import { startSite } from '#platform/testing/process.ts'
import { cityCount, fill } from './data.ts'
import { benchHttp } from './http.ts'
import { benchPeople } from './people.ts'
import { questions } from './questions.ts'
import { benchRanking } from './ranking.ts'
import { print, write } from './results.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    ranking: { type: 'boolean', default: false },
    people: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(`Usage: npm run bench -- [--items 200000] [--rounds 5] [--seconds 3] [--only key,key] [--write]
       npm run bench -- --ranking [--rounds 400]   (ranking in the database, without HTTP, instead)
       npm run bench -- --people                   (follows, notices and feeds instead)

Over HTTP, asked by another process, each beside Node's own server answering as many bytes, in turn.
Machines are noisy: compare the ratios, and times within one run only.
Keys: ${Object.keys(questions).join(', ')}
--write keeps a whole run in bench/results/<date>.json.`)
  process.exit(0)
}
const items = Number(values.items)
const only = values.only.split(',').filter(Boolean)
const strange = only.filter((key) => !(key in questions))
if (strange.length > 0) {
  console.error(`No figure is called ${strange.join(', ')}.`)
  process.exit(2)
}
const isWhole = only.length === 0 && Number(values.rounds) >= 5 && !values.ranking && !values.people
if (values.write && !isWhole) {
  console.error('Only a whole run is kept: every figure, five rounds or more.')
  process.exit(2)
}

const stateDir = await mkdtemp(join(tmpdir(), 'yolo-bench-'))
const settings = readSettings({
  ...process.env,
  PORT: '0',
  STATE_DIR: stateDir,
  DEMO: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
})
const log = openLog(settings.logLevel)
const { services, url, close } = await openServices(settings, log)
// Without the server's time limits: filling and vacuuming take long.
const database = kysely(new pg.Pool({ connectionString: url, max: 2 }))
try {
  if (values.people) await benchPeople(services, database)
  else {
    const begun = performance.now()
    await fill(database, { items, restaurants: items / 10, cities: cityCount })
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(
      `${items} items at ${items / 10} restaurants in ${cityCount} cities, made in ${seconds} s`,
    )
    if (values.ranking) {
      const rounds = values.rounds === '5' ? 400 : Number(values.rounds)
      await benchRanking({
        ranking: services.ranking,
        listing: services.listing,
        database,
        items,
        rounds,
      })
    } else await overHttp()
  }
} finally {
  await database.destroy()
  await close()
  await rm(stateDir, { recursive: true, force: true })
}

async function overHttp() {
  const tokens: string[] = []
  const members = await database.selectFrom('users').select('id').orderBy('id').limit(200).execute()
  for (const { id } of members)
    tokens.push((await openSession(database, services.clock, id, { userAgent: 'bench' })).token)
  const site = await startSite({ STATE_DIR: stateDir, DATABASE_URL: url, LOG_LEVEL: 'error' })
  try {
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
    const figures = await benchHttp({ origin: site.origin, items, tokens, rounds, seconds, only })
    const result = { items, rounds, seconds, figures }
    print(result)
    if (values.write) await write(result)
  } finally {
    await site.end('SIGTERM')
  }
}
