import { execFileSync } from 'node:child_process'
import fs, { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = dirname(dirname(fileURLToPath(import.meta.url)))

/** Flags that limit the memory V8 uses: without them the young generation grows to 128 MiB. */
export const memoryFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=60',
  '--initial-old-space-size=96',
]

/** By default glibc gives each thread its own arena, and returns little of an arena's memory to the system. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }

/** Node's arguments for running the site. */
export const siteArguments = [...memoryFlags, 'app/server.ts']

/** Returns environment variables whose PATH starts with the folders of `node` and of the project's programs. */
export const environment = (node, more = {}) => ({
  ...process.env,
  PATH: [dirname(node), join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node'),
  ...more,
})

/** Returns the paths of all files that git tracks or would add; without git, of all that `.gitignore` doesn't name. */
export function projectFiles() {
  let names
  try {
    const options = {
      cwd: project,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    }
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    names = execFileSync('git', list, options).split('\0')
  } catch {
    const lines = readFileSync(join(project, '.gitignore'), 'utf8').split('\n').filter(Boolean)
    const exclude = ['.git', ...lines].map((line) => `**/${line.replace(/^\/|\/$/g, '')}`)
    names = fs
      .globSync('**', { cwd: project, exclude, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
  }
  return [...new Set(names)].filter((name) => name && existsSync(join(project, name))).sort()
}
