// Starts the site with its own database and the demo on a machine of 1 GB, and puts a mixed load on it:
// node bench/limited/run.ts [--mb 1024] [--minutes 2]. Needs Linux and root, for a control group that limits memory.
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSite, type SiteProcess } from '../../platform/testing/process.ts'

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '1024' },
    minutes: { type: 'string', default: '2' },
  },
})
const limit = Number(values.mb) * 2 ** 20
/** Requests at a time, from members and visitors. */
const workers = 12

type Group = { folder: string; isNew: boolean }

const group = await openGroup()
const stateDir = await mkdtemp(join(tmpdir(), 'yolo-limited-'))
let site: SiteProcess | undefined
try {
  // The processes that the site starts, such as the database, are in its group.
  await writeFile(join(group.folder, 'cgroup.procs'), String(process.pid))
  const started = startSite({ STATE_DIR: stateDir, DATABASE_URL: '', DEMO: '1' })
  // This process's own requests don't belong to the limited machine.
  await writeFile(join(group.folder, '..', 'cgroup.procs'), String(process.pid))
  site = await started
  await wait(30_000)
  await tell('at rest, after the demo was filled', site)
  const counts = await load(site.origin, Number(values.minutes) * 60_000)
  await tell(`at the end of ${values.minutes} minutes of load`, site)
  await wait(30_000)
  await tell('half a minute later', site)
  console.log(`answers by status: ${JSON.stringify(counts)}`)
  const kills = await killsIn(group)
  console.log(`killed for want of memory: ${kills}`)
  if (kills > 0 || Object.keys(counts).some((status) => Number(status) >= 500 && status !== '503'))
    process.exitCode = 1
} finally {
  await site?.end('SIGTERM')
  await rm(stateDir, { recursive: true, force: true })
  await rmdir(group.folder).catch(() => {})
}

/** Makes a control group with the limit, of either version of Linux's control groups. */
async function openGroup(): Promise<Group> {
  const isNew = (await readdir('/sys/fs/cgroup')).includes('cgroup.controllers')
  const folder = `/sys/fs/cgroup/${isNew ? '' : 'memory/'}yolo-limited`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, isNew ? 'memory.max' : 'memory.limit_in_bytes'), String(limit))
  return { folder, isNew }
}

/** Returns how many processes the kernel has killed because the group had no memory left. */
async function killsIn({ folder, isNew }: Group): Promise<number> {
  const text = await readFile(join(folder, isNew ? 'memory.events' : 'memory.oom_control'), 'utf8')
  return Number(/^oom_kill (\d+)/m.exec(text)![1])
}

/** Prints the memory of the site's process, of the database's, and of the whole group, in MiB. */
async function tell(when: string, { pid }: SiteProcess) {
  const text = await readFile(join(group.folder, 'cgroup.procs'), 'utf8')
  const others = text.split('\n').filter((line) => line && Number(line) !== pid)
  const database = (await Promise.all(others.map(proportionalOf))).reduce(
    (sum, one) => sum + one,
    0,
  )
  const [usage, largest] = group.isNew
    ? ['memory.current', 'memory.peak']
    : ['memory.usage_in_bytes', 'memory.max_usage_in_bytes']
  const bytes = async (file: string) =>
    Number(await readFile(join(group.folder, file), 'utf8')) / 2 ** 20
  console.log(
    `${when}: site ${(await proportionalOf(pid)).toFixed(0)} MiB, database ${database.toFixed(0)}; with the files that the kernel keeps in memory ${(await bytes(usage)).toFixed(0)}, at most ${(await bytes(largest)).toFixed(0)}, of ${values.mb}`,
  )
}

/** Returns a process's memory in MiB, with its share of what it shares with other processes. */
async function proportionalOf(pid: number | string): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

/** Asks for lists, pages, searches and pictures of the demo for some time. Returns the number of answers by status. */
async function load(origin: string, milliseconds: number): Promise<Record<string, number>> {
  const until = performance.now() + milliseconds
  const counts: Record<string, number> = {}
  const cities = ['minneapolis-mn-us', 'new-york-city-ny-us', 'london-gb', 'tokyo-jp']
  const categories = ['burgers', 'dessert', 'coffee', 'pizza', 'breakfast']
  const words = ['ramen', 'burger', 'lucy', 'cheese', 'taco', 'gril']
  const paths = (n: number) => [
    `/${categories[n % categories.length]}/${cities[n % cities.length]}`,
    `/api/yolos?category=${(n % 14) + 1}&latitude=${44.9 + (n % 100) / 500}&longitude=-93.27`,
    `/api/search?q=${words[n % words.length]}&latitude=44.98&longitude=-93.27`,
    `/dish/${(n % 300) + 1}`,
    `/restaurant/${(n % 100) + 1}`,
    `/user/${1000 + (n % 100)}`,
    `/api/places/cities?q=${words[n % words.length]!.slice(0, 3)}`,
  ]
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let n = worker; performance.now() < until; n += workers)
        for (const path of paths(n)) {
          const answer = await fetch(origin + path)
          await answer.arrayBuffer()
          counts[answer.status] = (counts[answer.status] ?? 0) + 1
        }
    }),
  )
  return counts
}
