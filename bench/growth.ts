// Measures how figures grow with the number of dishes, and draws them as docs/growth.svg:
// node bench/growth.ts --data <folder> [--sizes 1000,10000,100000,1000000] [--rounds 3]
// The data of each size and its figures stay in the folder. What is there already isn't measured again, and figures that
// a size's file lacks are left out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { growthChart, type Growth } from './growth-chart.ts'
import type { Figures } from './http.ts'
import { fullRate } from './rate.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sizes: { type: 'string', default: '1000,10000,100000,1000000,3000000' },
    rounds: { type: 'string', default: '3' },
  },
})
if (!values.data) {
  console.error('Name a folder with --data. Its data are several GB for a million dishes.')
  process.exit(2)
}
const folder = values.data
const sizes = values.sizes.split(',').map(Number)

const only = 'listing_fresh,page_category,search_p99,save_p99,upvotes,weigh'

/**
 * The time of each figure, as a multiple of what a constant answer of the same size takes, or of the bare row that a
 * vote writes: the machine's own speed cancels out.
 */
const timeOf: Record<string, (figures: Figures) => number | null> = {
  listing: ({ listing_fresh: one }) => 1 / one!.ratio,
  page: ({ page_category: one }) => 1 / one!.ratio,
  search: ({ search_p99: one }) => scaled(one!.p50, one!),
  save: ({ save_p99: one }) => scaled(one!.p50, one!),
  vote: ({ upvote_vs_bare: one }) => 1 / one!.ratio,
  'weighing all votes': ({ weigh_1m: one }) =>
    one ? scaled(one.seconds, one) * Number(one.votes) : null,
  'importing as many places': ({ import: one }) => 1 / one!.ratio,
}

const scaled = (time: unknown, { constantPerSecond }: Record<string, unknown>) =>
  (Number(time) * Number(constantPerSecond)) / fullRate

const growth: Growth = Object.fromEntries(Object.keys(timeOf).map((name) => [name, []]))
for (const size of sizes) {
  const figures = await figuresOf(size)
  for (const [name, timeIn] of Object.entries(timeOf)) {
    const time = timeIn(figures)
    if (time !== null) growth[name]!.push([size, time])
  }
}
for (const [name, points] of Object.entries(growth)) {
  const [[, first]] = points as [[number, number]]
  const times = points.map(([size, time]) => `${size}: ${(time / first).toPrecision(2)}`)
  console.log(`${name.padEnd(26)} ${times.join(', ')}`)
}
await writeFile(new URL('../docs/growth.svg', import.meta.url), `${growthChart(growth)}\n`)
await writeFile(
  new URL('results/growth.json', import.meta.url),
  `${JSON.stringify(growth, null, 2)}\n`,
)

/** Returns the figures at a size from the folder. Measures them first if they aren't there. */
async function figuresOf(size: number): Promise<Figures> {
  const data = join(folder, String(size))
  await mkdir(data, { recursive: true })
  const file = join(folder, `${size}.json`)
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return JSON.parse(known) as Figures
  const json = join(folder, `${size}-run.json`)
  const { rounds } = values
  await run(
    'run.ts',
    `--items=${size}`,
    `--data=${data}`,
    `--rounds=${rounds}`,
    `--only=${only}`,
    `--json=${json}`,
  )
  const { figures } = JSON.parse(await readFile(json, 'utf8')) as { figures: Figures }
  const said = await run('places/run.ts', `--rows=${size}`)
  const [, own, database] = /\((\d+) s of work itself and (\d+) s of the database/.exec(said)!
  // Seconds of processor time, which depend less on a busy machine than those of the clock.
  figures.import = { ratio: 1 / Math.max(1, Number(own) + Number(database)) }
  await writeFile(file, JSON.stringify(figures))
  return figures
}

/** Runs a script of the bench, shows what it prints, and returns that. */
async function run(script: string, ...args: string[]): Promise<string> {
  const path = new URL(script, import.meta.url).pathname
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    process.stdout.write(text)
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${code}.`)
  return said
}
