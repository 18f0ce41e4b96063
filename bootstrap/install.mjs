import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { project } from './project.mjs'
import { npm } from './runtime.mjs'

/**
 * Installs the packages that a command needs: running the site takes half of the project's own, its tests and tools
 * take all, and only load tests and Lighthouse take those of the bench, which is a package of its own.
 */
export function installPackages(node, { workshop = false, bench = false } = {}) {
  install(node, project, workshop)
  if (bench) install(node, join(project, 'bench'), false)
}

/** Does nothing while the folder's lock file is the one that its packages were installed from. */
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
    // Not `npm ci`: that refuses a lock file made where the registry lacks other platforms' binaries.
    // This one takes the locked versions by their checksums just the same, and writes nothing back.
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
