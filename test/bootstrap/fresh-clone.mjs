// Tries what a newcomer does: clone, `npm start`, look at a page, Ctrl-C, and `npm start` again. Run by root, it tries
// this as an ordinary user, and then a start as root with data of its own.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'

const project = fileURLToPath(new URL('../../', import.meta.url))
const isRoot = process.getuid() === 0

const place = mkdtempSync(join(tmpdir(), 'yolo-clone-'))
chmodSync(place, 0o755)
const home = join(place, 'home')
const clone = join(home, 'my projects', 'yolo')
let stateDir = join(clone, 'data')
let account = isRoot ? makeAccount() : undefined
let site

try {
  mkdirSync(dirname(clone), { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, clone])
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, home])
  chmodSync(home, 0o700)

  const port = await freePort()
  // Ctrl-C reaches every process of a terminal. A service manager only signals npm.
  await visit(port, 600, 'first', () => process.kill(-site.pid, 'SIGINT'))
  // They are printed only once, and a start that can't listen ends before it prints the address.
  const [logIns, address] = ['log-ins', 'Yolo is at'].map((text) => site.output.indexOf(text))
  check(logIns >= 0 && logIns < address, 'the demo’s log-ins are printed before the address')
  const seconds = await visit(port, 30, 'second', () => process.kill(site.pid, 'SIGTERM'))
  check(seconds < 20, `the second start took ${seconds.toFixed(1)} s`)
  if (account) {
    removeAccount()
    execFileSync('chown', ['-R', '0:0', home])
    stateDir = join(place, 'state')
    await visit(port, 60, 'first', () => process.kill(site.pid, 'SIGTERM'))
  }
} catch (error) {
  console.error(`FAILED: ${error.message}${site ? `\n${site.output}` : ''}`)
  process.exitCode = 1
} finally {
  if (site?.pid) killAll(site.pid)
  stopDatabase()
  removeAccount()
  rmSync(place, { recursive: true, force: true })
}

/** Starts the site, checks its readiness and a page, and stops it. Returns how many seconds the start took. */
async function visit(port, limit, which, stop) {
  const begun = performance.now()
  site = start(port)
  const origin = await site.address(limit)
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `As ${isRoot && !account ? 'root' : 'a user'}: the ${which} start took ${seconds.toFixed(1)} s: ${origin}`,
  )
  check(origin === `http://127.0.0.1:${port}`, `it is at ${origin}, not at port ${port}`)

  const ready = await fetch(`${origin}/api/health/ready`)
  check(ready.status === 200, `readiness answered ${ready.status}`)
  const page = await fetch(`${origin}/home`)
  const html = await page.text()
  check(
    page.status === 200 && /<h1/.test(html),
    `/home answered ${page.status}: ${html.slice(0, 300)}`,
  )

  const database = databasePort()
  check(await answers(database), 'PostgreSQL runs')
  stop()
  const { code, signal } = await Promise.race([
    site.ended,
    wait(20_000, { code: 'nothing for 20 s' }, { ref: false }),
  ])
  check([0, 130, 143].includes(code) || /INT|TERM/.test(signal), `it ended with ${signal ?? code}`)
  check(!(await answers(port)), 'its port is free again')
  check(!(await answers(database)), 'PostgreSQL is stopped')
  check(databasePort() === undefined, 'PostgreSQL left no pid file')
  return seconds
}

function start(port) {
  const child = spawn('npm', ['start'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
    env: newcomer({ PORT: String(port), ...(isRoot && !account && { STATE_DIR: stateDir }) }),
  })
  const started = { pid: child.pid, output: '' }
  const collect = (text) => (started.output += text)
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  started.ended = new Promise((resolve) =>
    child.on('exit', (code, signal) => resolve({ code, signal })),
  )
  started.address = async (limit) => {
    const over = AbortSignal.timeout(limit * 1_000)
    const gone = started.ended.then(() => true)
    for (;;) {
      const address = /Yolo is at (http:\S+)/.exec(started.output)?.[1]
      if (address) return address
      check(!over.aborted, `no address within ${limit} s`)
      if (await Promise.race([gone, wait(20)])) check(false, 'it ended instead of starting')
    }
  }
  return started
}

/**
 * Returns the environment of a new login, without anything from this project, from the npm that runs this script or
 * from another user's home.
 */
function newcomer(more) {
  const passedOn = /^npm_config_(registry|cafile|proxy|https_proxy|noproxy|strict_ssl)$/i
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        passedOn.test(name) ||
        !/^(npm_|NODE$|NODE_ENV$|INIT_CWD$|XDG_|HOST$|ORIGIN$|DATABASE_|MAIL_|DEMO$|STATE_DIR$)/i.test(
          name,
        ),
    ),
  )
  const path = env.PATH.split(delimiter).filter((folder) => !folder.startsWith(project))
  const name = account ? { HOME: home, USER: account.name, LOGNAME: account.name } : {}
  return { ...env, ...name, PATH: path.join(delimiter), ...more }
}

function makeAccount() {
  const name = `yolo-try-${process.pid}`
  execFileSync('useradd', ['--no-create-home', '--home-dir', home, '--shell', '/bin/sh', name])
  const id = (which) => Number(execFileSync('id', [which, name], { encoding: 'utf8' }))
  return { name, uid: id('-u'), gid: id('-g') }
}

function removeAccount() {
  if (account) spawnSync('userdel', ['--force', account.name])
  account = undefined
}

function pidFile() {
  try {
    return readFileSync(join(stateDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

function databasePort() {
  return pidFile() && Number(pidFile()[3])
}

function stopDatabase() {
  const pid = Number(pidFile()?.[0])
  if (pid) spawnSync('kill', ['-QUIT', String(pid)])
}

function killAll(group) {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The processes have already ended.
  }
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve(true) || socket.destroy())
    socket.on('error', () => resolve(false))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function check(holds, claim) {
  if (!holds) throw new Error(`not so: ${claim}`)
}
