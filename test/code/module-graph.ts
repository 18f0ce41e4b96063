import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

/** An import. `to` is a file of the project or the name of a package. `lazy` is true for a dynamic import. */
type Edge = { from: string; to: string; lazy: boolean }

function resolve(from: string, to: string) {
  if (to.startsWith('#')) return to.slice(1)
  return to.startsWith('.') ? normalize(join(dirname(from), to)) : to
}

/** Returns what a module loads. Leaves out `import type`, which disappears from the compiled code. */
function loadedBy(from: string, text = readFileSync(from, 'utf8')): Edge[] {
  const { module, errors } = parseSync(from, text)
  if (errors.length > 0) throw new Error(`${from} can't be read: ${errors[0]!.message}`)
  const isErased = (start: number) => /^(import|export)\s+type\b/.test(text.slice(start))
  const eager = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, to: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [{ start, to: entry.moduleRequest.value }] : [],
      ),
    ),
  ].filter(({ start }) => !isErased(start))
  const lazy = module.dynamicImports.map(({ moduleRequest: { start, end } }) => {
    const quoted = /^['"](.+)['"]$/.exec(text.slice(start, end))
    if (!quoted) throw new Error(`${from} loads a module by a name that can't be known.`)
    return quoted[1]!
  })
  return [
    ...eager.map(({ to }) => ({ from, to: resolve(from, to), lazy: false })),
    ...lazy.map((to) => ({ from, to: resolve(from, to), lazy: true })),
  ]
}

const read = new Map<string, Edge[]>()

/** Like `loadedBy`, for a file as it is on disk. The result is cached, because many graphs contain the same files. */
function edgesOf(file: string): Edge[] {
  const edges = read.get(file) ?? loadedBy(file)
  read.set(file, edges)
  return edges
}

/** Returns all imports that these files lead to, directly or not. Ignores dynamic imports if `lazy` is false. */
export function graphFrom(entries: string[], { lazy = true } = {}): Edge[] {
  const seen = new Set(entries)
  const edges: Edge[] = []
  for (const file of seen) {
    if (!/\.tsx?$/.test(file) || !existsSync(file)) continue
    for (const edge of edgesOf(file)) {
      if (edge.lazy && !lazy) continue
      edges.push(edge)
      seen.add(edge.to)
    }
  }
  return edges
}
