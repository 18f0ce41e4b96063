import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './platform/web/build/chunks.ts'
import { icons } from './platform/web/build/icons.ts'
import { precompress } from './platform/web/build/precompress.ts'
import { nameScreens } from './platform/web/build/name-screens.ts'

const frame = /[\\/]app[\\/]web\.tsx$/
const tiles = /[\\/](?:home|eat|drinks)\.screen\.tsx$/
const cards = /[\\/](?:categories|category|restaurant|dish|user)\.screen\.tsx$/
const lists = /[\\/](?:categories|category)\.screen\.tsx$/
// Only the server renders this part at once. A browser imports it when it is needed.
const later = /[\\/]list-map\.tsx$/
const tags = /[\\/](?:tags\.data\.ts|tag-panel\.tsx)$/

// `vite build --configLoader native` builds both dist/client for the browser and dist/ssr for the server.
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'platform/web/public',
  plugins: [icons(import.meta.dirname), react(), nameScreens(), precompress()],
  builder: {},
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
        // Preload only those chunks of a screen that public pages share. The frame is on every page already.
        modulePreload: {
          resolveDependencies: (_file, files, { hostId }) =>
            files.filter((file) => /web-/.test(hostId) && /\/(?:tiles|cards|lists)-/.test(file)),
        },
        // A single style sheet for the whole product, because separate ones could show unstyled parts for a moment and
        // would apply in the order in which pages were visited.
        cssCodeSplit: false,
        // In kilobytes. Only MapLibre's file, which is fetched with the first map, is this large. test/weight limits
        // the size of pages.
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          input: { web: 'app/web.tsx', early: 'platform/web/early.js' },
          // Some imports of these modules are only for the server. Declaring the modules free of side effects drops
          // those imports.
          treeshake: {
            moduleSideEffects: [tags, later].map((test) => ({ test, sideEffects: false })),
          },
          output: { codeSplitting: chunks({ frame, tiles, cards, lists, tags, later }) },
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
  },
}))
