// `npm run dev`: restarts the server when one of its files has changed. Vite, inside the server, updates the pages.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { project, siteArguments } from './project.mjs'

let server
let next = 'wait'

function start() {
  next = 'wait'
  server = spawn(process.execPath, siteArguments, { cwd: project, stdio: 'inherit' })
  server.on('exit', (code) => {
    if (next === 'restart') start()
    else if (next === 'stop') process.exit(code ?? 1)
    else console.error('The server ended; it starts again with the next change.')
  })
}

function restart() {
  if (next !== 'wait') return
  next = 'restart'
  if (server.exitCode !== null || !server.kill('SIGTERM')) start()
}

const isServers = (name) => /\.(ts|sql)$/.test(name) && !/\.(test|long)\.ts$/.test(name)
for (const folder of ['app', 'features', 'domain', 'platform', 'migrations'])
  watch(join(project, folder), { recursive: true }, (_, name) => isServers(name ?? '') && restart())

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    next = 'stop'
    if (server.exitCode !== null) process.exit(0)
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })

start()
