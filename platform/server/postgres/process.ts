import { spawn, spawnSync } from 'node:child_process'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasErrnoCode } from '../errno.ts'
import { spawnUserOptions } from './account.ts'
import { type Cluster, isProcessAlive, serverEnvironment, openFolderForServer } from './cluster.ts'

const MiB = 2 ** 20

/** An eighth of the machine's or container's memory, because the site and other programs need memory too. */
const share = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 8
const buffers = Math.round(Math.min(2048, Math.max(256, share / MiB)))

/** Tuned for two cores shared with the rest of Yolo, and for frequent small updates, which need frequent autovacuum. */
const tuning = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Each process of the site opens up to 45 connections. Several processes, commands and backups share the server.
  max_connections: '250',
  shared_buffers: `${buffers}MB`,
  effective_cache_size: `${8 * buffers}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_level: 'replica',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Queries are short and cores are few. A container's small /dev/shm would also break parallel queries.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_cost_limit: '2000',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_checkpoints: 'off',
  // User input must not reach a log, so neither statements nor the rows in error details are logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export type RunningServer = { pid: number; port?: number; ready: boolean }

/** Reads postmaster.pid, which the server writes. Returns undefined if there is none. */
export async function readPid(cluster: Cluster): Promise<RunningServer | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return {
    pid: Number(lines[0]) || 0,
    port: Number(lines[3]) || undefined,
    ready: lines[7]?.trim() === 'ready',
  }
}

/** Returns whether a process is this cluster's server. After a power cut, another process may have its pid. */
export async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  if (!pid || !isProcessAlive(pid)) return false
  if (process.platform !== 'linux') {
    const shown = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    })
    return shown.stdout.includes(cluster.mark)
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes(cluster.mark)
}

/** Removes the pid file of a dead server, unless a new server has written its own meanwhile. */
export async function removeStalePid(cluster: Cluster, pid: number) {
  const file = join(cluster.data, 'postmaster.pid')
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
    const moved = Number((await readFile(aside, 'utf8')).split('\n')[0]) || 0
    if (moved === pid) await rm(aside)
    else await rename(aside, file)
  } catch (error) {
    if (!hasErrnoCode(error, 'ENOENT')) throw error
  }
}

export type LaunchResult = { pid: number } | { refused: string }

/** Starts the server detached, so that it outlives this process and doesn't receive its Ctrl-C. */
export async function launchServer(
  cluster: Cluster,
  port: number,
  fsync: boolean,
): Promise<LaunchResult> {
  const folderForServer = await openFolderForServer(cluster.folder, cluster.account)
  const startLog = await open(join(cluster.folder, 'start.log'), 'a+', 0o600)
  try {
    if ((await startLog.stat()).size > 64_000) await startLog.truncate()
    const before = (await startLog.stat()).size
    const settings = { ...tuning, ...(fsync ? {} : forgetful), port, cluster_name: cluster.mark }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(
      cluster.binaries.postgres,
      ['-D', `${folderForServer.path}/data`, ...options],
      {
        ...spawnUserOptions(cluster.account),
        cwd: '/',
        env: serverEnvironment,
        detached: true,
        stdio: ['ignore', startLog.fd, startLog.fd, ...folderForServer.descriptors],
      },
    )
    const ended = new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message))
      child.on('exit', (code, signal) => resolve(`PostgreSQL ended with ${signal ?? code}`))
    })
    child.unref()
    for (;;) {
      const end = await Promise.race([ended, wait(20)])
      if (end !== undefined) {
        const { buffer, bytesRead } = await startLog.read(Buffer.alloc(8_000), 0, 8_000, before)
        const early = buffer.subarray(0, bytesRead).toString()
        return { refused: `${end}\n${early}${await logged(cluster, child.pid)}`.trim() }
      }
      const running = await readPid(cluster)
      if (running?.pid === child.pid && running?.ready) return { pid: running.pid }
    }
  } finally {
    await startLog.close()
    await folderForServer.close()
  }
}

/** Returns what a server wrote to its own log before it ended. */
async function logged(cluster: Cluster, pid: number | undefined): Promise<string> {
  // The server's log collector outlives it and may write the reason a moment later.
  for (let tries = 0; tries < 50; tries++) {
    const lines = await linesOf(cluster, pid)
    if (lines.some((line) => /FATAL|PANIC/.test(line))) return lines.slice(-20).join('\n')
    await wait(20)
  }
  return (await linesOf(cluster, pid)).slice(-20).join('\n')
}

async function linesOf(cluster: Cluster, pid: number | undefined): Promise<string[]> {
  const folder = join(cluster.data, 'log')
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .join('')
    .split('\n')
    .filter((line) => line.includes(` [${pid}] `))
}

/**
 * Stops the server in fast mode, or in immediate mode if that takes longer than 20 seconds. Running statements are
 * aborted, but committed transactions are safe.
 */
export async function stopServer(cluster: Cluster, pid: number) {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const deadline = Date.now() + seconds * 1_000
    while (Date.now() < deadline) {
      if (!(await isServerOf(cluster, pid))) return
      await wait(20)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`)
}
