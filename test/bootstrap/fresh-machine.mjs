// Tests the project on a machine that has Node 20, npm and nothing else: no git, browser, fonts, locale or ps. Runs
// `npm start`, and then each step of `npm test` that the arguments name. During the journeys another process has apt's
// locks. The machine is a folder made by mmdebstrap, which `unshare` enters with its own root and process namespace.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { hashOfFiles, projectFiles } from '../../bootstrap/files.mjs'
import { project } from '../../bootstrap/project.mjs'
import { npm } from '../../bootstrap/runtime.mjs'

const skipped = 77
const steps = process.argv.slice(2)

// Always the same folder, so that an interrupted run can resume if the project's files are still the same.
const place = join(tmpdir(), 'yolo-fresh-machine')
const root = join(place, 'root')
const home = '/home/newcomer/yolo'
const notes = join(place, 'passed.json')

let running
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    // `unshare` waits for its child and ignores these signals. Killing it ends all processes in the machine.
    running?.kill('SIGKILL')
    process.exit(1)
  })

const missing = whatIsMissing()
if (missing) {
  console.log(`Skipped: ${missing}`)
  process.exit(skipped)
}
const version = hashOfFiles(projectFiles())
const passed = readPassed()
if (!passed) makeMachine()
const done = new Set(passed)
const failed = []

for (const step of ['start', ...steps]) {
  if (done.has(step)) {
    console.log(`\n── ${step} on a fresh machine: passed before`)
    continue
  }
  console.log(`\n── ${step} on a fresh machine`)
  const holder = step === 'journeys' ? await holdApt() : undefined
  const command =
    step === 'start' ? 'node test/bootstrap/fresh-clone.mjs root' : `npm test -- ${step}`
  const code = await inside(command)
  holder?.kill('SIGKILL')
  if (code === 0) {
    done.add(step)
    writeFileSync(notes, JSON.stringify({ version, steps: [...done] }))
  } else failed.push(step)
}
if (failed.length === 0) rmSync(place, { recursive: true, force: true })
else console.error(`FAILED on a fresh machine: ${failed.join(', ')}. It stays in ${place}.`)
process.exitCode = failed.length > 0 ? 1 : 0

function whatIsMissing() {
  if (process.platform !== 'linux') return 'mmdebstrap makes Linux machines only.'
  if (process.getuid() !== 0) return 'only root can enter another root folder.'
  if (spawnSync('mmdebstrap', ['--version']).status !== 0)
    return 'mmdebstrap is not here (apt-get install mmdebstrap).'
  if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0)
    return 'this container may not make namespaces.'
  return undefined
}

/** Returns the steps that have passed on the existing machine, or undefined if it doesn't have exactly these files. */
function readPassed() {
  try {
    const kept = JSON.parse(readFileSync(notes, 'utf8'))
    return kept.version === version ? kept.steps : undefined
  } catch {
    return undefined
  }
}

function makeMachine() {
  rmSync(root, { recursive: true, force: true })
  rmSync(notes, { force: true })
  mkdirSync(place, { recursive: true })
  const system = join(place, 'system.tar')
  if (!existsSync(system)) {
    console.log('Making a Debian with nothing but its essential packages …')
    // A mirror may be some weeks behind, and its lists then count as expired. The option also holds in the machine.
    const options = ['--quiet', '--variant=minbase', '--aptopt=Acquire::Check-Valid-Until "false"']
    run('mmdebstrap', [...options, 'stable', `${system}.part.tar`])
    run('mv', [`${system}.part.tar`, system])
  }
  mkdirSync(root)
  run('tar', ['--extract', '--numeric-owner', '--file', system, '--directory', root])
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) copyFileSync(file, join(root, file))
  installNode()
  for (const file of projectFiles()) {
    const to = join(root, home, file)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(project, file), to)
  }
  writeFileSync(notes, JSON.stringify({ version, steps: [] }))
}

/** Installs Node and npm in /usr/local, laid out as in nodejs.org's archive. */
function installNode() {
  const folder = join(place, 'node')
  const name = `node-linux-${process.arch}`
  if (!existsSync(join(folder, 'node_modules', name))) {
    mkdirSync(folder, { recursive: true })
    const packages = [`${name}@20`, 'npm@10']
    npm(process.execPath, ['install', '--no-save', '--ignore-scripts', ...packages], folder)
  }
  const local = join(root, 'usr/local')
  copyFileSync(join(folder, 'node_modules', name, 'bin/node'), join(local, 'bin/node'))
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  run('cp', ['-a', join(folder, 'node_modules/npm'), join(local, 'lib/node_modules/npm')])
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')])
}

/**
 * Returns this machine's environment variables for the registry and proxies. Copies the files that they name into the
 * new machine.
 */
function registry() {
  const handed =
    /^(npm_config_(registry|cafile|proxy|https_proxy|noproxy|strict_ssl)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i
  const given = Object.entries(process.env).filter(([name, value]) => value && handed.test(name))
  return given.map(([name, value]) => {
    if (!/cafile|ca_certs/i.test(name)) return `${name}=${value}`
    const file = join('/var/tmp/handed-in', `${name}-${basename(value)}`)
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(value, join(root, file))
    return `${name}=${file}`
  })
}

function enter(script, stdio) {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const environment = ['-i', `PATH=${path}`, 'HOME=/root', 'USER=root', ...registry()]
  const own = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const program = ['env', ...environment, 'sh', '-c', script]
  return spawn('unshare', [...own, `--root=${root}`, `--wd=${home}`, ...program], { stdio })
}

function inside(script) {
  return new Promise((resolve, reject) => {
    running = enter(script, ['ignore', 'inherit', 'inherit'])
    running.on('error', reject)
    running.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Starts a process in the machine that has apt's locks for half a minute, as unattended upgrades do. */
async function holdApt() {
  const script = `use Fcntl; $| = 1;
    for ("/var/lib/apt/lists/lock", "/var/lib/dpkg/lock-frontend") {
      open(my $file, ">>", $_) or die; push @open, $file;
      my $lock = pack("s s l! l! i", F_WRLCK, 0, 0, 0, 0);
      fcntl($file, F_SETLK, $lock) or die "$_ is taken";
    }
    print "held\\n"; sleep 30;`
  const holder = enter(`exec perl -e '${script}'`, ['ignore', 'pipe', 'inherit'])
  await new Promise((resolve, reject) => {
    holder.stdout.once('data', resolve)
    holder.once('exit', () => reject(new Error("apt's locks could not be taken")))
  })
  console.log('Another process holds the locks of apt for half a minute.')
  return holder
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${program} failed${error ? `: ${error.message}` : ''}`)
}
