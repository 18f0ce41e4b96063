import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'
import { siteArguments } from './site.mjs'

// Restarts the server when a file that it can run has changed. Vite, which runs inside the server, updates screens and
// styles. `node --watch` can't be used: it sends messages to worker threads, and ours expect only their own messages.
let server
let stopping = false
let changed

function start() {
  server = spawn(process.execPath, siteArguments, { cwd: project, stdio: 'inherit' })
  server.on('exit', (code) => {
    if (stopping) process.exit(code ?? 1)
    if (changed) start()
    else console.error('The server ended; it starts again with the next change.')
    changed = undefined
  })
}

function restart(path) {
  if (changed) return
  changed = path
  // Wait, because an editor may save several files at once.
  setTimeout(() => {
    console.error(`\n${path} has changed.`)
    if (server.exitCode === null && server.signalCode === null) return server.kill('SIGTERM')
    changed = undefined
    start()
  }, 100)
}

const isServers = (path) =>
  /\.(ts|sql)$/.test(path) && !/\.(test|long)\.ts$|^platform\/(web|testing)\//.test(path)

for (const folder of ['app', 'features', 'domain', 'platform', 'migrations'])
  watch(join(project, folder), { recursive: true }, (_, name) => {
    const path = `${folder}/${name}`
    if (name && !stopping && isServers(path)) restart(path)
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true
    if (server.exitCode !== null || server.signalCode !== null) process.exit(0)
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })

start()
