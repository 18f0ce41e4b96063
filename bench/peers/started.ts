import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

/** Running programs, each with the signal that ends it at once. */
const running = new Map<ChildProcess, NodeJS.Signals>()

// End all programs however the bench ends.
process.on('exit', () => {
  for (const [child, signal] of running) child.kill(signal)
})

export function track(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): ChildProcess {
  running.set(child, signal)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts a program. Stores the end of its output for error messages. */
export function start(
  program: string,
  args: string[],
  options: SpawnOptions & { endedBy?: NodeJS.Signals } = {},
) {
  const { endedBy, ...rest } = options
  const child = track(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...rest }), endedBy)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (said = (said + String(chunk)).slice(-20_000)))
  child.once('error', (error) => (said += error.message))
  return {
    child,
    said: () => said,
    /**
     * Polls until `ready` returns something, and returns that. Throws if the program ends or doesn't get ready in time.
     */
    async until<T>(ready: () => Promise<T | undefined>, seconds = 60): Promise<T> {
      const end = performance.now() + seconds * 1000
      for (;;) {
        const found = await ready().catch(() => undefined)
        if (found !== undefined) return found
        if (child.exitCode !== null || child.signalCode || performance.now() > end)
          throw new Error(`${program} ${args[0] ?? ''} did not start:\n${said}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    stop: (signal: NodeJS.Signals = 'SIGTERM') => stop(child, signal),
  }
}

/** Sends the signal and waits for the process to end. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
