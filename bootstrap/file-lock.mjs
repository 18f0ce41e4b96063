import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'

/**
 * Runs `work` while this process has the named lock, so that two simultaneous starts don't install or build over each
 * other. The second one waits.
 */
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
  // Write a file of our own and hard-link it into place, so that a lock file always contains its owner's process ID.
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
