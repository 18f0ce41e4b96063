import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'

/** Two starts at once must not install or build over each other: the second waits. */
export function withFileLock(name, work) {
  const file = join(project, '.runtime', `${name}.lock`)
  mkdirSync(join(project, '.runtime'), { recursive: true })
  for (let announced = false; !taken(file); announced = true) {
    if (!announced) console.error(`Waiting for another ${name} of Yolo to end …`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  try {
    return work()
  } finally {
    rmSync(file, { force: true })
  }
}

function taken(file) {
  // Written aside and linked into place: a lock file never exists without its holder's number.
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  } finally {
    rmSync(mine)
  }
  if (!isHeld(file)) rmSync(file, { force: true })
  return false
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
