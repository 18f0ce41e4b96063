import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { projectFiles } from './files.mjs'
import { project } from './project.mjs'

/** Returns all modules of the project, as paths relative to its root. */
export function sourceFiles() {
  return projectFiles().filter((file) => /\.m?[jt]sx?$/.test(file))
}

// Matches imports and re-exports, dynamic imports, and files named in `new URL(…)` or `here(…)`, such as workers. It is
// a regular expression because a parser takes ten times as long.
const importing =
  /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]|(?:new URL|here)\(\s*['"]([^'"]+)['"]/g

/** Returns which of these files imports which others. */
export function graphOf(files) {
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file, known)]))
  return {
    imports,
    /** Returns every file that `file` imports, directly or not. Contains `file` itself only if imports form a cycle. */
    reached: (file) => walk(imports, file),
  }
}

function walk(arrows, from) {
  const seen = new Set()
  const waiting = [...(arrows.get(from) ?? [])]
  for (let next; (next = waiting.pop());) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(arrows.get(next) ?? []))
  }
  return seen
}

function importsOf(from, known) {
  const text = readFileSync(join(project, from), 'utf8')
  const found = new Set()
  for (const [, ...names] of text.matchAll(importing)) {
    const to = resolve(from, names.find(Boolean), known)
    if (to && to !== from) found.add(to)
  }
  return [...found]
}

function resolve(from, name, known) {
  if (!/^[#.]|\.m?[jt]sx?$/.test(name)) return undefined
  const path = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(from), name))
  return known.has(path) ? path : undefined
}
