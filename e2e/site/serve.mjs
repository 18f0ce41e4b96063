import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { siteArguments } from '../../bootstrap/site.mjs'

// The site for the journeys; what it kept is gone with it.
const foreign = ['DATABASE_URL', 'DATABASE_READ_URLS', 'MAIL_URL', 'ORIGIN']
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !foreign.includes(name) && !name.startsWith('APPLE_'),
  ),
)
const server = spawn(process.execPath, siteArguments, { env, stdio: 'inherit' })
let stopping = false
function stop(signal) {
  stopping = true
  server.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
// Playwright killed outright would leave the site running.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref()

server.on('exit', (code, signal) => {
  if (!stopping) console.error(`The site under the journeys ended by itself: ${signal ?? code}`)
  stopDatabase()
  rmSync(env.STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.exit(code ?? 1)
})

/** A server that crashed leaves its PostgreSQL to the next start; here there is none. */
function stopDatabase() {
  try {
    const [pid] = readFileSync(join(env.STATE_DIR, 'postgres/data/postmaster.pid'), 'utf8').split(
      '\n',
    )
    process.kill(Number(pid), 'SIGQUIT')
  } catch {
    // Stopped already, or never started.
  }
}
