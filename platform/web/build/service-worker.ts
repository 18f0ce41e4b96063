import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }
type Options = {
  /** Entry points whose static imports are on every page. */
  frame: string[]
  /** Screens and other parts that must work without a network, including what they load on demand. */
  screens: string[]
}

/** Maximum size in bytes of a part loaded on demand. A larger part, such as the map, isn't fetched in advance. */
const largest = 100_000

/**
 * Provides `virtual:shell-files` to the service worker: the files of the browser's build that the given screens need,
 * and a revision that changes with any of them. The worker is built after the pages, into the same folder.
 */
export const shellFilesPlugin = (dist: string, options: Options): Plugin => ({
  name: 'shell-files',
  applyToEnvironment: ({ name }) => name === 'worker',
  resolveId: { filter: { id: /^virtual:shell-files$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:shell-files$/ },
    handler() {
      const files = filesOf(dist, options)
      const revision = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
      return `export const files = ${JSON.stringify(files)}; export const revision = '${revision}'`
    },
  },
})

function filesOf(dist: string, { frame, screens }: Options): string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const chunk = (key: string) => {
    const found = manifest[key]
    if (!found) throw new Error(`The build has no ${key}.`)
    return found
  }
  const withImports = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found
    found.add(key)
    for (const needed of chunk(key).imports ?? []) withImports(needed, found)
    return found
  }
  const isLarge = (key: string) => statSync(join(dist, chunk(key).file)).size > largest

  const kept = new Set(frame.flatMap((key) => [...withImports(key)]))
  const waiting = [...screens]
  for (const key of waiting) {
    const parts = [...withImports(key)].filter((part) => !kept.has(part))
    if (!screens.includes(key) && parts.some(isLarge)) continue
    for (const part of parts) {
      kept.add(part)
      waiting.push(...(chunk(part).dynamicImports ?? []))
    }
  }
  const scripts = [...kept].map((key) => chunk(key).file)
  const others = readdirSync(join(dist, 'assets'))
    .filter((name) => /^style-.*\.css$|\.(woff2|svg)$/.test(name))
    .map((name) => `assets/${name}`)
  return [...new Set([...scripts, ...others])].sort().map((file) => `/${file}`)
}
