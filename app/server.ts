import { isIPv6 } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Feature } from '#platform/server/feature.ts'
import { openLog } from '#platform/server/log.ts'
import { DatabaseStartError } from '#platform/server/database/migrate.ts'
import { servePages } from '#platform/server/pages/serve.ts'
import { InvalidSettingsError, readSettings } from '#platform/server/settings.ts'
import { createApp, type App } from './app.ts'
import { features } from './features.ts'
import { openServices, withoutTimeouts } from './services.ts'

// Entry point of `npm start`.
const leaving = new AbortController()
let opening: ReturnType<typeof openServices> | undefined
let app: App | undefined

// Pending requests are answered first.
const signals = ['SIGINT', 'SIGTERM'] as const
const grace = closeWithGrace({ delay: 4_500, skip: [...signals] }, async ({ err }) => {
  if (err) console.error(err)
  leaving.abort()
  await app?.close()
  await closeServices()
})
// Ctrl-C arrives twice: from the terminal and from `npm start`.
for (const signal of signals)
  process.on(signal, () => {
    if (!leaving.signal.aborted) grace.close()
  })
// The site goes on when nobody reads what it prints, as after `npm start | head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  await start()
} catch (error) {
  if (!leaving.signal.aborted) await fail(error)
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  const begun = performance.now()
  opening = openServices(settings, log, leaving.signal)
  const opened = await opening
  const { services } = opened
  for (const { seed } of Object.values<Feature>(features)) {
    const text = seed && (await withoutTimeouts(opened, seed))
    if (text) console.log(`\n${text}`)
  }
  app = await createApp(services)
  // A moment in which load balancers see the failing readiness probe (docs/safety.md, F10).
  app.server.addHook('preClose', () => wait(100))
  const { server, asVisitor } = app
  const spend = (ip: string) => services.limits.spend('read', { ip, viewer: null })
  await servePages(server, { settings, asVisitor, spend, log })
  // Everything is ready before the first request is accepted (docs/safety.md, F11).
  await services.jobs.start(app.queues)
  await server.listen({ host: settings.host, port: settings.port })

  const host = isIPv6(settings.host) ? `[${settings.host}]` : settings.host
  const { port } = server.server.address() as { port: number }
  const address = settings.port === 0 ? `http://${host}:${port}` : settings.origin
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`\nYolo is at ${address} (ready in ${seconds} s)`)
}

async function closeServices(): Promise<void> {
  try {
    await (await opening)?.close()
  } catch {
    // They never opened.
  }
}

/** Ends the process with the message alone if the operator can fix the error, else with its stack. */
async function fail(error: unknown): Promise<never> {
  await closeServices()
  if (error instanceof DatabaseStartError) end(error.message, error.exitCode)
  if (error instanceof InvalidSettingsError) end(error.message, 2)
  const { code, message } = error as NodeJS.ErrnoException
  if (/^(EADDRINUSE|EACCES|EADDRNOTAVAIL)$/.test(code ?? ''))
    end(`Yolo can’t listen: ${message}. Set PORT or HOST to another.`, 1)
  throw error
}

function end(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
