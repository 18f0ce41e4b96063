// Installs what a machine lacks: Node 24, the packages of the lock file and the built pages. Runs on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environment, project } from './project.mjs'

// The oldest version of Node that runs TypeScript without a warning.
const [oldestMajor, oldestMinor] = [24, 3]

/** Returns the path of this Node if it is new enough, else of the one in .runtime/, which is installed when missing. */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
    return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(project, '.runtime')
  const node = join(folder, 'node_modules', name, 'bin', 'node')
  const source = join(project, 'bootstrap/runtime')
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8')
  if (!lock.includes(`node_modules/${name}"`))
    throw new Error(`Yolo needs Node 24. Please install it from nodejs.org.`)
  if (existsSync(node) && read(join(folder, 'package-lock.json')) === lock) return node
  console.error(`Installing Node 24 next to this machine's ${process.versions.node} …`)
  cpSync(source, folder, { recursive: true })
  npm(process.execPath, ['ci', '--ignore-scripts', '--include=optional'], folder)
  return node
}

/** Installs a folder's packages if its lock file has changed. `dev` includes the packages of tests and tools. */
export function installPackages(node, folder, dev) {
  const stamp = join(folder, 'node_modules/.yolo-installed')
  const hash = hashOf([join(folder, 'package-lock.json')])
  const installed = read(stamp)
  if (installed === `${hash} dev` || (!dev && installed === hash)) return
  const all = dev || installed.endsWith('dev')
  console.error('Installing packages …')
  rmSync(stamp, { force: true })
  // `npm ci` refuses a lock file without the binaries of some platforms; this installs the same versions.
  const which = [all ? '--include=dev' : '--omit=dev', '--include=optional']
  npm(node, ['install', '--no-save', ...which], folder)
  writeFileSync(stamp, all ? `${hash} dev` : hash)
}

/** Builds the pages and, on another core, the table of cities if a source has changed since the last build. */
export async function buildIfChanged(node) {
  const stamp = join(project, 'dist/.yolo-built')
  const folders = ['app', 'features', 'domain', 'platform'].map((name) => join(project, name))
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(test|long)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  const more = ['vite.config.ts', 'package-lock.json'].map((name) => join(project, name))
  const hash = hashOf([...sources.sort(), ...more])
  if (read(stamp) === hash) return
  console.error('Building the pages and the table of cities …')
  rmSync(stamp, { force: true })
  const vite = join(project, 'node_modules/vite/bin/vite.js')
  const cities =
    "import('#features/places/cities/load.server.ts').then((cities) => cities.buildCities())"
  const built = [
    [vite, 'build', '--configLoader', 'native', '--logLevel', 'warn'],
    ['--input-type=module', '-e', cities],
  ].map(async (args) => {
    const env = environment(node, { NODE_ENV: 'production' })
    const [code] = await once(
      spawn(node, args, { cwd: project, env, stdio: ['ignore', 2, 2] }),
      'exit',
    )
    if (code !== 0) throw new Error('The pages or the cities could not be built.')
  })
  await Promise.all(built)
  writeFileSync(stamp, hash)
}

/** Runs npm with the given Node, without the variables that an outer npm has set about its own package. */
function npm(node, args, cwd) {
  const outer = /^npm_(lifecycle|package)_|^npm_config_(local_prefix|global|prefix)$/i
  const env = Object.fromEntries(
    Object.entries(environment(node)).filter(([key]) => !outer.test(key)),
  )
  // A service's user often has no home folder.
  if (!env.HOME || !existsSync(env.HOME)) env.npm_config_cache = join(project, '.runtime/npm-cache')
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  run(node, [npmProgram(), ...args, ...quiet], cwd, env)
}

/** Returns npm's script: of the npm that runs this, else the one that came with this Node. */
function npmProgram() {
  const own = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const program = [process.env.npm_execpath ?? '', own].find((path) => path.endsWith('npm-cli.js'))
  if (!existsSync(program)) throw new Error('npm was not found: run this through it (`npm start`).')
  return program
}

/** Runs a program; its output goes to stderr, because stdout belongs to the command itself. */
function run(node, args, cwd, env) {
  const { status } = spawnSync(node, args, { cwd, env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${args[0]} ${args[1]} failed in ${cwd}.`)
}

function hashOf(files) {
  const digest = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const file of files) digest.update(file.slice(project.length)).update(readFileSync(file))
  return digest.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
