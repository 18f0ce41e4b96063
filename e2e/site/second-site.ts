import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { siteArguments } from '../../bootstrap/project.mjs'
import { until } from '#platform/testing/until.ts'

/** Starts a second process of the tests' site with other settings. It has the same members, dishes and mails. */
export async function startSecondSite(settings: Record<string, string>) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    STATE_DIR: process.env.E2E_STATE_DIR,
    DEMO: '1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    ...settings,
  }
  const server = spawn(process.execPath, siteArguments, { env, stdio: 'ignore' })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  await until(
    () =>
      fetch(`${origin}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'The second site does not start.',
    60_000,
  )
  return {
    origin,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
