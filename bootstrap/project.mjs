// A default import, because Node 20, which starts this, has no globSync.
import fs, { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = dirname(dirname(fileURLToPath(import.meta.url)))

/** Flags that limit the memory V8 uses: without them the young generation grows to 128 MiB. */
export const memoryFlags = ['--max-semi-space-size=4', '--heap-growing-percent=60']

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

/** Returns the paths of all files but those that `.gitignore` names. */
export function projectFiles() {
  const lines = readFileSync(join(project, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const exclude = ['.git', ...lines].map((line) => `**/${line.replace(/\/$/, '')}`)
  return fs
    .globSync(['**', '.*', '.*/**'], { cwd: project, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .sort()
}
