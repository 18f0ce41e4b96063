import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { project } from './project.mjs'
import { npm } from './runtime.mjs'

/**
 * Installs the packages that a command needs. Running the site takes only the production dependencies, about half of
 * them. Tests and tools (`workshop`) also take the dev dependencies. Load tests and Lighthouse (`bench`) also take
 * those of bench/, which is a separate package.
 */
export function installPackages(node, { workshop = false, bench = false } = {}) {
  install(node, project, workshop)
  if (bench) install(node, join(project, 'bench'), false)
}

/**
 * Installs the packages of a folder. Does nothing if they were installed from its current lock file, with the dev
 * dependencies if `workshop` asks for them.
 */
function install(node, folder, workshop) {
  const stamp = join(folder, 'node_modules/.yolo-installed')
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const isDone = () => {
    const installed = read(stamp)
    return installed.lock === lock && (installed.workshop || !workshop)
  }
  if (isDone()) return
  withFileLock('install', () => {
    if (isDone()) return
    const all = Boolean(workshop || read(stamp).workshop)
    console.error('Installing packages …')
    rmSync(stamp, { force: true })
    // `npm ci` can't be used, because it refuses a lock file that was made when the registry lacked other platforms'
    // binaries. `npm install --no-save` also installs the locked versions, verifies their checksums and doesn't change
    // the lock file.
    const which = all ? '--include=dev' : '--omit=dev'
    npm(node, ['install', '--no-save', which, '--include=optional'], folder)
    writeFileSync(stamp, JSON.stringify({ lock, workshop: all }))
  })
}

function read(stamp) {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return {}
  }
}
