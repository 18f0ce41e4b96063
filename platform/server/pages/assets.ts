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
    head: [
      `<link rel="stylesheet" href="/${sheet.file}">`,
      ...fonts.map(
        ({ file }) =>
          `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
      ),
      // This script isn't deferred, so that the theme is set before the first paint and no tap is lost.
      `<script src="/${chunk('platform/web/early.js').file}"></script>`,
      `<script type="module" src="/${entry.file}"></script>`,
      ...files(atStart)
        .slice(1)
        .map((href) => `<link rel="modulepreload" href="${href}">`),
    ].join(''),
    preloads: (source) => files([...withImports(source)].filter((key) => !atStart.has(key))),
  }
}
