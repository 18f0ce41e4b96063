import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'

type Seen = { pid: number; parent: number; isOurs: boolean; isPostmaster: boolean }

const text = (path: string) => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/**
 * Returns the processes that were started for this folder (its path is in their command or environment) and all of
 * their descendants.
 */
function seenIn(folder: string): Seen[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name): Seen => {
      const command = text(`/proc/${name}/cmdline`)
      const named = `${command}\0${text(`/proc/${name}/environ`)}`
      const parent = Number(/\) . (\d+) /.exec(text(`/proc/${name}/stat`))?.[1])
      return {
        pid: Number(name),
        parent,
        isOurs: named.includes(`${folder}/`),
        isPostmaster: /\/postgres\0/.test(command) && command.includes(`${folder}/`),
      }
    })
  for (let more = true; more;) {
    more = false
    const ours = new Set(all.filter(({ isOurs }) => isOurs).map(({ pid }) => pid))
    for (const one of all)
      if (!one.isOurs && ours.has(one.parent)) {
        one.isOurs = true
        more = true
      }
  }
  // Parents come first, because PostgreSQL's processes end by themselves when their postmaster is gone.
  return all.filter(({ isOurs }) => isOurs).sort((a, b) => a.pid - b.pid)
}

// Postmasters and shared memory of killed servers, which couldn't free the memory themselves.
const postmasters = new Set<number>()
const segments = new Set<string>()

function note({ pid, isPostmaster }: Seen) {
  if (!isPostmaster) return
  postmasters.add(pid)
  for (const [path] of text(`/proc/${pid}/maps`).matchAll(/\/dev\/shm\/PostgreSQL\.\d+/g))
    segments.add(path)
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended in the meantime.
  }
}

/** Kills all processes of the folder with SIGKILL, as if the machine had failed. */
export function killAll(folder: string, except: number[] = []): void {
  const all = seenIn(folder).filter(({ pid }) => !except.includes(pid))
  for (const one of all) note(one)
  for (const { pid } of all) send(pid, 'SIGKILL')
}

/** Returns whether any process of the folder is still running. */
export const isAnyLeft = (folder: string, except: number[] = []) =>
  seenIn(folder).some(({ pid }) => !except.includes(pid))

/**
 * Ends all processes of the folder, frees their shared memory and deletes the folder. Synchronous, so that it can run
 * while the bench exits.
 */
export function sweep(folder: string): void {
  const patience = 5_000
  const begun = Date.now()
  for (;;) {
    const all = seenIn(folder)
    if (all.length === 0) break
    const late = Date.now() - begun > patience
    for (const one of all) {
      note(one)
      // With SIGQUIT, PostgreSQL frees its shared memory and ends its own processes.
      if (one.isPostmaster && !late) send(one.pid, 'SIGQUIT')
      else if (late || !postmasters.has(one.parent)) send(one.pid, 'SIGKILL')
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
  freeMemory()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function freeMemory() {
  for (const path of segments) if (existsSync(path)) rmSync(path, { force: true })
  const rows = text('/proc/sysvipc/shm').split('\n').slice(1)
  for (const row of rows) {
    const [, id, , , maker, , attached] = row.trim().split(/\s+/)
    if (id && postmasters.has(Number(maker)) && attached === '0') spawnSync('ipcrm', ['-m', id])
  }
  postmasters.clear()
  segments.clear()
}
