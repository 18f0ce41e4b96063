import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const name = 'virtual:shell-files'

/**
 * Provides `virtual:shell-files` to the service worker: the files of the browser's build that these modules need, and a
 * revision that changes with any of them. The worker is built after the pages, into the same folder.
 */
export const shellFilesPlugin = (dist: string, modules: string[]): Plugin => ({
  name: 'shell-files',
  applyToEnvironment: (environment) => environment.name === 'worker',
  resolveId: (id) => (id === name ? `\0${id}` : null),
  load(id) {
    if (id !== `\0${name}`) return null
    const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[] }
    >
    const needed = new Set(modules)
    for (const key of needed) for (const next of manifest[key]!.imports ?? []) needed.add(next)
    const others = readdirSync(join(dist, 'assets'))
      .filter((file) => /^style-.*\.css$|\.woff2$/.test(file))
      .map((file) => `/assets/${file}`)
    const files = [...[...needed].map((key) => `/${manifest[key]!.file}`), ...others].sort()
    const revision = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
    return `export const files = ${JSON.stringify(files)}; export const revision = '${revision}'`
  },
})
