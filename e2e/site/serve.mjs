import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { siteArguments } from '../../bootstrap/project.mjs'

// Runs the site for the tests in e2e/ and deletes its data at the end. Settings that lead to other servers are left
// out.
const foreign = ['DATABASE_URL', 'DATABASE_READ_URL', 'MAIL_URL', 'ORIGIN']
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
// If Playwright is killed, this process gets another parent. Without this check, the site would continue to run.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref()

server.on('exit', (code, signal) => {
  if (!stopping) console.error(`The site under the journeys ended by itself: ${signal ?? code}`)
  stopDatabase()
  rmSync(env.STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.exit(code ?? 1)
})

/**
 * Stops PostgreSQL after a crash of the site, which leaves it running for the next start. Here there is no next start.
 */
function stopDatabase() {
  try {
    const [pid] = readFileSync(join(env.STATE_DIR, 'postgres/data/postmaster.pid'), 'utf8').split(
      '\n',
    )
    process.kill(Number(pid), 'SIGQUIT')
  } catch {
    // PostgreSQL has stopped already, or never started.
  }
}
