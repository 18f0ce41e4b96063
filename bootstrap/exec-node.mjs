import { spawn } from 'node:child_process'
import { project } from './project.mjs'
import { environment } from './runtime.mjs'

/**
 * Runs `node args…` as a child process, stops it when this process is told to stop, and exits with its exit code or
 * signal.
 */
export function execNode(node, args, env) {
  const child = spawn(node, args, {
    cwd: project,
    env: environment(node, env),
    stdio: 'inherit',
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  // A terminal sends Ctrl-C to the child too, so forward it only if there is no terminal.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  // If npm is killed, this process gets no signal. It notices the new parent process and stops the child.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
