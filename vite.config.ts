import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// What works without a network: the offline page, and logging out.
const shell = [
  'app/web.tsx',
  'features/offline/offline.screen.tsx',
  'features/accounts/sessions/logout.screen.tsx',
]

const shellFilesId = 'virtual:shell-files'

/**
 * Provides `virtual:shell-files` to the service worker: the files of the browser's build that `shell` needs, and a
 * revision that changes with any of them. The worker is built after the pages, into the same folder.
 */
const shellFiles = (dist: string): Plugin => ({
  name: 'shell-files',
  applyToEnvironment: (environment) => environment.name === 'worker',
  resolveId: (id) => (id === shellFilesId ? `\0${id}` : null),
  load(id) {
    if (id !== `\0${shellFilesId}`) return null
    const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[] }
    >
    const needed = new Set(shell)
    for (const key of needed) for (const next of manifest[key]!.imports ?? []) needed.add(next)
    const others = readdirSync(join(dist, 'assets'))
      .filter((file) => /^style-.*\.css$|\.woff2$/.test(file))
      .map((file) => `/assets/${file}`)
    const files = [...[...needed].map((key) => `/${manifest[key]!.file}`), ...others].sort()
    const revision = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
    return `export const files = ${JSON.stringify(files)}; export const revision = '${revision}'`
  },
})

/** Adds the file's name to each `() => import('#…')` of the routes on the server, which preloads its chunks. */
const nameScreens = (): Plugin => ({
  name: 'name-screens',
  enforce: 'pre',
  transform: {
    filter: { id: /\/app\/routes\.ts$/ },
    handler(code) {
      if (this.environment.name !== 'ssr') return null
      const load = /\(\) =>\s*import\('#([^']+)'\)/g
      return code.replace(load, "Object.assign(() => import('#$1'), { source: '$1' })")
    },
  },
})

const brotli = promisify(brotliCompress)

/** Writes a .br file next to each script, style sheet and picture, at a level that is too slow while serving. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /^[^.].*\.(js|css|svg|geojson)$/.test(name))
    await Promise.all(
      texts.map(async (name) => {
        const file = join(dir, name)
        await writeFile(`${file}.br`, await brotli(await readFile(file)))
      }),
    )
  },
})

// `vite build --configLoader native` builds dist/client for the browser, dist/ssr for the server, and then the service
// worker into dist/client.
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'platform/web/public',
  plugins: [
    nameScreens(),
    react(),
    precompress(),
    shellFiles(`${import.meta.dirname}/dist/client`),
  ],
  builder: {},
  // A reader of files loads the parts for rare kinds of them only when there is one.
  worker: { format: 'es' },
  css: {
    modules: {
      generateScopedName: command === 'build' ? '[hash:base64:5]' : '[local]_[hash:base64:6]',
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // A data: URL would break `script-src 'self'`.
        assetsInlineLimit: 0,
        // The server preloads a page's chunks (nameScreens).
        modulePreload: false,
        // A single style sheet for the whole product, because separate ones could show unstyled parts for a moment and
        // would apply in the order in which pages were visited.
        cssCodeSplit: false,
        // In kilobytes. Only MapLibre's file, which is fetched with the first map, is this large.
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: { web: 'app/web.tsx' },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/,
                },
                // What most pages share, in two files and not in dozens with a request each (decision 20). TanStack
                // Query stays out, because only members and admins need it.
                {
                  name: 'common',
                  test: /[\\/]platform[\\/](?!web[\\/]queries)/,
                  minShareCount: 12,
                },
                { name: 'dishes', test: /[\\/](?:items|listings)[\\/]/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundle all dependencies, so that React's production build is used whatever NODE_ENV is.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
      build: {
        outDir: 'dist/ssr',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: { ssr: 'app/ssr.tsx' } },
      },
    },
    // There is no service worker in development.
    ...(command === 'build' && {
      worker: {
        consumer: 'client' as const,
        build: {
          outDir: 'dist/client',
          emptyOutDir: false,
          copyPublicDir: false,
          manifest: false,
          rolldownOptions: {
            input: { 'service-worker': 'features/offline/service-worker.ts' },
            // A single script that isn't a module, which every browser with service workers can run.
            output: { format: 'iife' as const, entryFileNames: '[name].js', codeSplitting: false },
          },
        },
      },
    }),
  },
}))
