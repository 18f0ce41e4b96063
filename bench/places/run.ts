// Imports a generated Overture file into an empty site and prints the command's time and memory:
// node bench/places/run.ts [--rows 1000000] [--twice]
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memoryFlags } from '../../bootstrap/site.mjs'
import { writeOverture } from './overture.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, twice: { type: 'boolean' } },
})
const folder = await mkdtemp(join(tmpdir(), 'yolo-places-'))
const env = { ...process.env, STATE_DIR: join(folder, 'state'), DEMO: '0', LOG_LEVEL: 'error' }
const file = join(folder, 'overture.geojson')

try {
  await writeOverture(file, Number(values.rows))
  const megabytes = Math.round((await stat(file)).size / 1_048_576)
  console.log(`${values.rows} rows, ${megabytes} MB`)
  // The first command creates the database and the gazetteer, which aren't to be measured.
  const first = join(folder, 'first.geojson')
  await writeOverture(first, 1)
  await measured('import-places', first)
  for (const _ of values.twice ? [1, 2] : [1]) {
    const { seconds, peak, work, database, said } = await measured('import-places', file)
    const worked = `${work} s of work itself and ${database} s of the database's`
    const last = said.trim().split('\n').at(-1)
    console.log(`${seconds.toFixed(0)} s (${worked}), ${peak} MB at most: ${last}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/**
 * Runs a command. Returns how long it took, the CPU time of the command and of the database in seconds, and the peak
 * memory of the command's own process in MiB. The database's memory is determined by its settings.
 */
async function measured(...args: string[]) {
  const start = performance.now()
  const child = spawn(process.execPath, [...memoryFlags, 'app/cli.ts', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  let [peak, work, database] = [0, 0, 0]
  let code: number | null | undefined
  void ended.then((value) => (code = value))
  while (code === undefined) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    work = (await ownSeconds(String(child.pid))) ?? work
    database = Math.max(database, await databaseSeconds())
    await wait(500)
  }
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.\n${said}`)
  return {
    seconds: (performance.now() - start) / 1000,
    peak: Math.round(peak / 1024),
    work,
    database,
    said,
  }
}

/**
 * Returns the CPU time that a process has used, in seconds. Unlike elapsed time it doesn't depend on how busy the
 * machine is. Returns undefined if the process has ended.
 */
async function ownSeconds(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return stat ? Math.round((user! + system!) / 100) : undefined
}

async function databaseSeconds(): Promise<number> {
  const file = join(env.STATE_DIR, 'postgres', 'data', 'postmaster.pid')
  const [pid] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const each = await Promise.all(children.split(' ').filter(Boolean).map(ownSeconds))
  return each.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}
