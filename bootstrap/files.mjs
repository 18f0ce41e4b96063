import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'

/**
 * Returns the paths, relative to the project's root, of all files that git tracks or would add. Without git, or if the
 * folder isn't a clone, returns all files except those that `.gitignore` names.
 */
export function projectFiles() {
  const asked = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const names = asked.status === 0 ? asked.stdout.split('\0') : filesBelow('', ignoredNames())
  return [...new Set(names)].filter((file) => file && existsSync(join(project, file))).sort(byCode)
}

const byCode = (a, b) => (a < b ? -1 : Number(a > b))

/** Returns a hash of the names and contents of these files. */
export function hashOfFiles(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(join(project, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function ignoredNames() {
  const lines = readFileSync(join(project, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const endings = lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1))
  const whole = new Set(['.git', ...lines.map((line) => line.replace(/\/$/, ''))])
  return (name) => whole.has(name) || endings.some((ending) => name.endsWith(ending))
}

function filesBelow(folder, isIgnored) {
  return readdirSync(join(project, folder), { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      return entry.isDirectory() ? filesBelow(path, isIgnored) : [path]
    })
}
