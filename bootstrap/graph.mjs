import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { projectFiles } from './files.mjs'
import { project } from './project.mjs'

/** All modules of the project, by their paths from its root. */
export function sourceFiles() {
  return projectFiles().filter((file) => /\.m?[jt]sx?$/.test(file))
}

// Types too, lazily loaded ones, and workers by their address: read from the text, since a parser takes ten times as long.
const importing =
  /(?:^|[\s;}])(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]|(?:new URL|here)\(\s*['"]([^'"]+)['"]/g

/** Who imports whom among these files. */
export function graphOf(files) {
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file, known)]))
  return {
    imports,
    /** All that a file imports, directly or not; itself only in a circle. */
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
