import { spawnSync } from 'node:child_process'

/** How long to wait for another process to release apt's locks, in milliseconds. */
const patience = 10 * 60_000
const held = /^E: Could not get lock .*$/m

/**
 * Runs apt-get and returns whether it succeeded. If another process has a lock, says so and waits.
 * Apt's own DPkg::Lock::Timeout does neither for the lock on the package lists, which `update` takes.
 */
export function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const until = Date.now() + patience
  for (let announced = false; ; announced = true) {
    const stdio = ['ignore', 2, 'pipe']
    const run = spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio, encoding: 'utf8' })
    if (run.error) throw run.error
    const [reason] = held.exec(run.stderr) ?? []
    if (!reason || Date.now() > until) {
      process.stderr.write(run.stderr)
      return run.status === 0
    }
    if (!announced) console.error(`Waiting for another apt-get to end. ${reason}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  }
}
