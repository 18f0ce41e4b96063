import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const prefix = 'lucide-react/icons/'
const mark = '\0icon:'

/**
 * Puts a build's icons into one SVG sheet. Pages then refer to an icon by its name, instead of repeating its strokes
 * for each use in the HTML and once more in the scripts. Development and tests use the original icon components.
 */
export function icons(root: string): Plugin {
  let sheet = { file: '', source: '' }
  return {
    name: 'icons',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const source = await sheetOf(namesIn(root))
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      sheet = { file: `assets/icons-${hash}.svg`, source }
    },
    resolveId: (id) => (id.startsWith(prefix) ? mark + id.slice(prefix.length) : null),
    load: (id) =>
      id.startsWith(mark)
        ? `import { iconOf } from '#platform/web/ui/icon.tsx'
export default iconOf('/${sheet.file}#${id.slice(mark.length)}')`
        : null,
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: sheet.file, source: sheet.source })
    },
  }
}

/** Returns the names of all icons that components import. */
function namesIn(root: string): string[] {
  const files = globSync('{app,features,platform}/**/*.tsx', { cwd: root })
  const found = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/'lucide-react\/icons\/([\w-]+)'/g),
  ])
  return [...new Set(found.map(([, name]) => name!))].sort()
}

async function sheetOf(names: string[]): Promise<string> {
  const symbols = await Promise.all(
    names.map(async (name) => {
      const { default: Icon } = (await import(prefix + name)) as { default: ComponentType }
      const strokes = renderToStaticMarkup(createElement(Icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
      return `<symbol id="${name}" viewBox="0 0 24 24">${strokes}</symbol>`
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>`
}
