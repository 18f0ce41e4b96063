import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from '../../bootstrap/setup.mjs'
import { until } from '#platform/testing/until.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the site if needed and starts it with its demo on a free port, to look at it or to measure it. `stop` deletes
 * its data.
 */
export async function openSite() {
  await buildIfChanged(process.execPath)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['e2e/site/serve.mjs'], {
    cwd: project,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      STATE_DIR: mkdtempSync(join(tmpdir(), 'yolo-look-')),
      DEMO: '1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  let output = ''
  server.stdout.on('data', (piece) => (output += piece))
  const failed = 'The site does not start.'
  await until(
    () => {
      if (server.exitCode !== null) throw new Error(failed)
      return loginsIn(output).length > 0 && isReady(origin)
    },
    failed,
    120_000,
  )
  return {
    origin,
    /** The log-ins that the demo's first start prints: id, e-mail and password. */
    logins: loginsIn(output),
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

const loginsIn = (output) =>
  [...output.matchAll(/^ +(\d+) .*? (\S+@\S+) +(\S+)$/gm)].map(([, id, email, password]) => ({
    id: Number(id),
    email,
    password,
  }))

const isReady = (origin) =>
  fetch(`${origin}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
