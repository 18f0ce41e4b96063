import cluster from 'node:cluster'
import { isIPv6 } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Feature } from '#platform/server/feature.ts'
import { openLog } from '#platform/server/log.ts'
import { DatabaseStartError } from '#platform/server/database/migrate.ts'
import { servePages } from '#platform/server/pages/serve.ts'
import { InvalidSettingsError } from '#platform/server/settings.ts'
import { createApp, type App } from './app.ts'
import { features } from './features.ts'
import { isFirstProcess } from './processes.ts'
import { openServices, withoutTimeouts, type OpenedServices } from './services.ts'
import { settingsOrExit } from './settings.ts'

const begun = performance.now()
const settings = settingsOrExit()
const log = openLog(settings.logLevel)
const leaving = new AbortController()
// The handlers are set before the database starts, so that an interrupted start stops it too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.abort())
leaving.signal.addEventListener('abort', () => void stop())
// Nobody may read what is printed any more, such as after `npm start | head`. The site goes on.
for (const printed of [process.stdout, process.stderr]) printed.on('error', () => {})

const opening = openServices(settings, log, leaving.signal)
let app: App | undefined
try {
  await start()
} catch (error) {
  // Errors are expected if the process is stopped while it starts.
  if (!leaving.signal.aborted) {
    if (error instanceof DatabaseStartError) exit(error.message, error.exitCode)
    if (error instanceof InvalidSettingsError) exit(error.message, 2)
    throw error
  }
}

function exit(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

async function start(): Promise<void> {
  const opened = await opening
  const { services } = opened
  const { limits } = services
  for (const { upgrade } of Object.values<Feature>(features))
    if (upgrade) await withoutTimeouts(opened, upgrade)
  for (const { seed } of Object.values<Feature>(features)) {
    const text = seed && (await withoutTimeouts(opened, seed))
    // Printed at once, because it is told only once, and the rest of the start may still fail.
    if (text) console.log(`\n${text}`)
  }
  app = await createApp(services)
  const { server, asVisitor } = app
  const spend = (ip: string) => limits.spend('read', { ip, viewer: null })
  await servePages(server, { settings, asVisitor, spend, log })
  // Queues, events of other processes and the list of cities are ready before the first request is accepted
  // (docs/safety.md, F11).
  await services.jobs.start(app.queues)
  await services.events.start()
  await app.warm()
  await listenOrExit(server, opened)
  services.meter?.listens()

  if (cluster.isWorker && !isFirstProcess()) return
  const host = isIPv6(settings.host) ? `[${settings.host}]` : settings.host
  const { port } = app.server.server.address() as { port: number }
  console.log(
    `\nYolo is at ${settings.port === 0 ? `http://${host}:${port}` : settings.origin} (ready in ${((performance.now() - begun) / 1000).toFixed(1)} s)`,
  )
}

/**
 * Fails the readiness probe first, so that load balancers send no more requests, then answers pending ones
 * (docs/safety.md, F10).
 */
async function stop(): Promise<void> {
  const opened = await opening.catch(() => undefined)
  let step = 'waiting for load balancers'
  setTimeout(() => {
    log.error({ step }, 'the process took too long to stop')
    process.exit(1)
  }, 9_500).unref()
  await wait(settings.loopback ? 300 : 1_000)
  step = 'answering pending requests'
  await app?.end(1_500)
  step = 'closing the database'
  await opened?.close()
  process.exit(0)
}

async function listenOrExit(server: App['server'], { close }: OpenedServices) {
  const { host, port } = settings
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error
    const why = {
      EADDRINUSE: 'something listens there already',
      EACCES: 'it isn’t allowed to',
      EADDRNOTAVAIL: 'this machine has no such address',
    }[code]
    console.error(
      `Yolo can’t listen on ${host}, port ${port}: ${why}. Set PORT or HOST to another.`,
    )
    await close()
    process.exit(1)
  }
}
