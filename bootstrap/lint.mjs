import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { graphOf, sourceFiles } from './graph.mjs'
import { project } from './project.mjs'

const notes = join(project, 'node_modules/.cache/yolo/linted.json')
// Files that affect the findings for every file.
const common = ['package-lock.json', '.oxlintrc.json', 'tsconfig.json']

/**
 * Lints the files whose findings may have changed since they last passed. Type-aware rules look through a file's
 * imports, so a file counts as unchanged only if its own text and that of every file it imports, directly or not, is
 * the same. Returns the exit code.
 */
export function lint() {
  const files = sourceFiles()
  const keys = keysOf(files)
  const passed = readNotes()
  const due = files.filter((file) => passed[file] !== keys.get(file))
  console.log(`${due.length} of ${files.length} files are new since they last passed.`)
  if (due.length === 0) return 0
  const program = join(project, 'node_modules/.bin/oxlint')
  const options = [
    '--type-aware',
    '--deny-warnings',
    '--format=unix',
    '--no-error-on-unmatched-pattern',
  ]
  const { status, stdout, stderr } = spawnSync(program, [...options, ...due], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  const found = new Set([...stdout.matchAll(/^(.+?):\d+:\d+: /gm)].map(([, file]) => file))
  // If the linter failed without any finding, it crashed, so no file has passed.
  if (status === 0 || found.size > 0) {
    const clean = files.filter((file) => passed[file] === keys.get(file) || !found.has(file))
    mkdirSync(dirname(notes), { recursive: true })
    writeFileSync(
      notes,
      JSON.stringify(Object.fromEntries(clean.map((file) => [file, keys.get(file)]))),
    )
  }
  return status ?? 1
}

function keysOf(files) {
  const graph = graphOf(files)
  const hash = (text) => createHash('sha256').update(text).digest('hex')
  const read = (file) => hash(readFileSync(join(project, file)))
  // A declaration file can affect files that don't import it.
  const all = hash([...common, ...files.filter((file) => /\.d\.m?ts$/.test(file))].map(read).join())
  const own = new Map(files.map((file) => [file, read(file)]))
  return new Map(
    files.map((file) => {
      const within = graph.reached(file)
      const reached = files.filter((one) => within.has(one))
      return [file, hash([all, own.get(file), ...reached.map((one) => one + own.get(one))].join())]
    }),
  )
}

function readNotes() {
  try {
    return JSON.parse(readFileSync(notes, 'utf8'))
  } catch {
    return {}
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = lint()
