import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { withFileLock } from './file-lock.mjs'
import { project } from './project.mjs'

// The oldest version of Node that runs TypeScript without a warning.
const oldest = [24, 3]

/**
 * Returns the path of a Node that can run Yolo: the current one if it is new enough, otherwise the one in .runtime/,
 * which is installed when first needed.
 */
export function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const listed = readFileSync(join(project, 'bootstrap/runtime/package-lock.json'), 'utf8')
  if (!listed.includes(`node_modules/${name}"`))
    throw new Error(
      `Yolo runs on Node ${oldest.join('.')} and newer. This is ${process.versions.node}, and a newer one comes ready-made for Linux only: please install Node 24 from nodejs.org.`,
    )
  const folder = join(project, '.runtime')
  const node = join(folder, 'node_modules', name, 'bin', 'node')
  const isThere = () => existsSync(node) && sameAs(join(folder, 'package-lock.json'), listed)
  if (isThere()) return node
  withFileLock('install', () => {
    if (isThere()) return
    console.error(`Installing Node 24 beside this machine's ${process.versions.node} …`)
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(project, 'bootstrap/runtime/package.json'), join(folder, 'package.json'))
    copyFileSync(
      join(project, 'bootstrap/runtime/package-lock.json'),
      join(folder, 'package-lock.json'),
    )
    npm(process.execPath, ['ci', '--ignore-scripts', '--include=optional'], folder)
  })
  return node
}

function sameAs(path, text) {
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

/** Returns npm's cache, or a folder of the project where that can't be written: a service's user often has no home. */
function cacheFolder({ npm_config_cache: given }) {
  try {
    const folder = given || join(homedir(), '.npm')
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return join(project, '.runtime/npm-cache')
  }
}

/** Runs npm with the given Node. Its output goes to stderr, because stdout is reserved for the command itself. */
export function npm(node, args, cwd) {
  const env = environment(node)
  // Remove the variables that an outer npm has set, because they are about that npm's own package.
  for (const key of Object.keys(env))
    if (/^npm_(lifecycle|package)_|^npm_config_(local_prefix|global|prefix)$/i.test(key))
      delete env[key]
  env.npm_config_cache = cacheFolder(env)
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const { status, error } = spawnSync(node, [npmProgram(), ...args, ...quiet], {
    cwd,
    env,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0)
    throw new Error(`npm ${args[0]} failed in ${cwd}${error ? `: ${error.message}` : ''}`)
}

/** Returns environment variables whose PATH starts with the folders of `node` and of the project's programs. */
export function environment(node, more = {}) {
  const first = [dirname(node), join(project, 'node_modules/.bin')]
  return {
    ...process.env,
    PATH: [...first, process.env.PATH].join(delimiter),
    // Node caches compiled modules here, which makes a start half a second faster.
    NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node'),
    ...more,
  }
}

function npmProgram() {
  const given = process.env.npm_execpath
  if (given?.endsWith('npm-cli.js') && existsSync(given)) return given
  const beside = dirname(process.execPath)
  const places = [
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    join(beside, '../share/nodejs/npm/bin/npm-cli.js'),
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm')),
  ]
  for (const place of places) {
    if (!existsSync(place)) continue
    const program = realpathSync(place)
    if (program.endsWith('.js')) return program
  }
  throw new Error('npm was not found: run this through it (`npm start`).')
}
