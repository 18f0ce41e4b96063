import { readFile } from 'node:fs/promises'
import type { Assets } from '#platform/web/render/page-data.ts'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; src?: string }

/** Returns the assets that pages must link to, from the manifest of the browser's build. */
export async function builtAssets(client: URL): Promise<Assets> {
  const text = await readFile(new URL('.vite/manifest.json', client), 'utf8').catch((error) => {
    throw new Error('The pages are not built: run `vite build` first.', { cause: error })
  })
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const chunk = (key: string): Chunk => {
    const found = manifest[key]
    if (!found) throw new Error(`The build has no ${key}.`)
    return found
  }
  const entry = chunk('app/web.tsx')
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key) || !manifest[key]) return seen
    seen.add(key)
    for (const needed of manifest[key].imports ?? []) withImports(needed, seen)
    return seen
  }
  const files = (keys: Iterable<string>) => [...keys].map((key) => `/${chunk(key).file}`)
  const atStart = withImports('app/web.tsx')
  const sheet = chunk('style.css')
  const fonts = Object.values(manifest).filter(({ file }) => file.endsWith('.woff2'))
  return {
    style: `/${sheet.file}`,
    fonts: fonts.map(({ file }) => `/${file}`),
    script: `/${entry.file}`,
    chunks: files(atStart).slice(1),
    preloads: (source) => files([...withImports(source)].filter((key) => !atStart.has(key))),
  }
}
