import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const prefix = 'virtual:icons/'
const resolved = `\0${prefix}`

/**
 * Makes a component of each Lucide icon that is imported as `virtual:icons/<name>`. A build puts all of them into one
 * SVG sheet, to which pages refer by the icon's name, instead of repeating its strokes for each use in the HTML and
 * once more in the scripts. In development and tests each component contains its strokes.
 */
export function iconSheetPlugin(root: string): Plugin {
  const sheet = sheetOf(namesIn(root))
  const hash = createHash('sha256').update(sheet).digest('base64url').slice(0, 8)
  const file = `assets/icons-${hash}.svg`
  let isBuild = false
  return {
    name: 'icons',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(resolved)) return null
      const name = id.slice(resolved.length)
      const [create, content] = isBuild
        ? ['sheetIcon', `/${file}#${name}`]
        : ['inlineIcon', strokesOf(name)]
      return `import { ${create} } from '#platform/web/ui/icon.tsx'
export default ${create}(${JSON.stringify(content)})`
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: file, source: sheet })
    },
  }
}

/** Returns the names of all icons that components import. */
function namesIn(root: string): string[] {
  const files = globSync('{app,features,platform}/**/*.tsx', { cwd: root })
  const found = files.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/'virtual:icons\/([\w-]+)'/g),
  ])
  return [...new Set(found.map(([, name]) => name!))].sort()
}

type Lucide = {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}
const require = createRequire(import.meta.url)
let lucide: Lucide | undefined

/** Returns an icon's shapes without their colors and widths, which global.css gives to all icons. */
function strokesOf(name: string): string {
  lucide ??= require('@iconify-json/lucide/icons.json') as Lucide
  const icon = lucide.icons[lucide.aliases[name]?.parent ?? name]
  if (!icon) throw new Error(`Lucide has no icon '${name}'.`)
  return icon.body.replace(/ (?:fill="none"|stroke(?:-[a-z]+)?="[^"]*")/g, '')
}

function sheetOf(names: string[]): string {
  const symbols = names.map(
    (name) => `<symbol id="${name}" viewBox="0 0 24 24">${strokesOf(name)}</symbol>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>`
}
