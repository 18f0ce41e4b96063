import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { memoryEnvironment, siteArguments } from '../../bootstrap/project.mjs'
import { client, type Client } from './client.ts'
import { until } from './until.ts'

type Launched = {
  pid: number
  /** Returns everything that the process has printed. */
  output(): string
  /** Sends a signal and waits for the process to end. Returns its exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}
export type SiteProcess = Client & Launched & { origin: string }

const root = fileURLToPath(new URL('../../', import.meta.url))
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Launches the whole site in a separate process, as `npm start` does, without waiting until it is ready. */
function launch(env: Record<string, string>): Launched & { ended(): boolean } {
  const quiet = { PORT: '0', DEMO: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const production = { NODE_ENV: 'production', VITEST: '', ...memoryEnvironment }
  const child = spawn(process.execPath, siteArguments, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...production, ...quiet, ...env },
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return (code ?? signal) as number | NodeJS.Signals | null
  })
  return {
    pid: child.pid!,
    output: () => text,
    ended: () => !running.has(child),
    async end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Launches the site and waits until it has printed its address. */
export async function startSite(env: Record<string, string>): Promise<SiteProcess> {
  const site = launch(env)
  const failed = () => `The site did not start:\n${site.output()}`
  const origin = await until(
    () => {
      if (site.ended()) throw new Error(failed())
      return /Yolo is at (\S+)/.exec(site.output())?.[1]
    },
    'The site did not start.',
    120_000,
  ).catch(() => {
    throw new Error(failed())
  })
  return { ...client(origin), ...site, origin }
}
