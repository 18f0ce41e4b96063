import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes a .br and a .gz file next to every script, style sheet and SVG file of the browser's build. They are
 * compressed at the highest level, which would be too slow while serving.
 */
export const precompressPlugin = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /^[^.].*\.(m?js|css|svg)$/.test(name))
    await Promise.all(
      texts.map(async (name) => {
        const file = join(dir, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await brotli(content))
        await writeFile(`${file}.gz`, await zip(content, { level: 9 }))
      }),
    )
  },
})
