import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn } from './in-turn.mjs'
import { project } from './project.mjs'
import { npm } from './runtime.mjs'

const stamp = join(project, 'node_modules/.yolo-installed')

/**
 * Installs the project's packages when package-lock.json isn't the one they were installed from.
 * Running the site takes half of them; the workshop's come with the first command that needs them.
 */
export function bringUpToDate(node, { workshop = false } = {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(project, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const isDone = () => installed().lock === wanted && (installed().workshop || !workshop)
  if (isDone()) return
  inTurn('install', () => {
    if (isDone()) return
    const all = workshop || installed().workshop
    console.error('Installing packages …')
    rmSync(stamp, { force: true })
    // Not `npm ci`: that refuses a lock file made where the registry lacks other platforms' binaries.
    // This one takes the locked versions by their checksums just the same, and writes nothing back.
    const which = all ? '--include=dev' : '--omit=dev'
    npm(node, ['install', '--no-save', which, '--include=optional'], project)
    writeFileSync(stamp, JSON.stringify({ lock: wanted, workshop: all }))
  })
}

function installed() {
  if (!existsSync(stamp)) return {}
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return {}
  }
}
