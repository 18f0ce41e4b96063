import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFileLock } from './file-lock.mjs'
import { project } from './project.mjs'
import { environment } from './runtime.mjs'

const sources = ['app', 'features', 'domain', 'platform', 'vite.config.ts', 'package-lock.json']
const stamp = join(project, 'dist/.yolo-built')

/** Builds the pages for the browser and the server if any of their sources has changed since the last build. */
export function buildIfChanged(node) {
  const wanted = hash()
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isDone()) return
  withFileLock('build', () => {
    if (isDone()) return
    console.error('Building the pages …')
    build(node)
    writeFileSync(stamp, wanted)
  })
}

function build(node) {
  mkdirSync(join(project, 'dist'), { recursive: true })
  rmSync(stamp, { force: true })
  const vite = join(project, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    node,
    [vite, 'build', '--configLoader', 'native', '--logLevel', 'warn'],
    {
      cwd: project,
      env: environment(node, { NODE_ENV: 'production' }),
      stdio: ['ignore', 2, 2],
    },
  )
  if (status !== 0) throw new Error('The pages could not be built.')
}

function hash() {
  const digest = createHash('sha256')
  for (const path of sources.flatMap(filesOf)) {
    digest.update(`${path}\0`)
    digest.update(readFileSync(join(project, path)))
  }
  return digest.digest('hex')
}

function filesOf(path) {
  const entries = readdir(path)
  if (!entries) return [path]
  return entries
    .filter(({ name }) => !/\.(test|long)\.ts$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => filesOf(`${path}/${name}`))
}

function readdir(path) {
  try {
    return readdirSync(join(project, path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfChanged(process.execPath)
