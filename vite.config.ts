import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { createCodeSplitting } from './platform/web/build/chunks.ts'
import { iconSheetPlugin } from './platform/web/build/icons.ts'
import { compileHintsPlugin } from './platform/web/build/compile-hints.ts'
import { precompressPlugin } from './platform/web/build/precompress.ts'
import { screenPreloadPlugin } from './platform/web/build/name-screens.ts'
import { shellFilesPlugin } from './platform/web/build/service-worker.ts'

const frame = /[\\/]app[\\/]web\.tsx$/
const tiles = /[\\/](?:home|eat|drinks)\.screen\.tsx$/
const cards = /[\\/](?:categories|category|restaurant|dish|user)\.screen\.tsx$/
const lists = /[\\/](?:categories|category)\.screen\.tsx$/
// Only the server renders this part at once. A browser imports it when it is needed.
const later = /[\\/]list-map\.tsx$/
const tags = /[\\/](?:tags\.data\.ts|tag-panel\.tsx)$/

// What opens without a network, and what keeps the writes that are made then.
const shell = {
  frame: ['app/web.tsx', 'platform/web/early.js'],
  screens: [
    'features/listings/home/home.screen.tsx',
    'features/listings/home/eat.screen.tsx',
    'features/listings/home/drinks.screen.tsx',
    'features/listings/category/categories.screen.tsx',
    'features/listings/category/category.screen.tsx',
    'features/restaurants/restaurant.screen.tsx',
    'features/dishes/dish.screen.tsx',
    'features/members/my-page.screen.tsx',
    'features/yolos/wizard/add-yolo.screen.tsx',
    'features/accounts/sessions/logout.screen.tsx',
    'features/offline/offline.screen.tsx',
    'features/waiting/device-notice.tsx',
    'platform/web/queue/keep.ts',
  ],
}

// Pages run on Preact (docs/decisions/0062-preact-in-the-build.md). Development keeps React, for its warnings and for
// Fast Refresh.
const preactForReact = [
  { find: /^react$/, replacement: `${import.meta.dirname}/platform/web/build/react-by-preact.js` },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
]

// `vite build --configLoader native` builds dist/client for the browser, dist/ssr for the server, and then the service
// worker into dist/client.
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'platform/web/public',
  plugins: [
    iconSheetPlugin(import.meta.dirname),
    react(),
    screenPreloadPlugin(),
    compileHintsPlugin(),
    precompressPlugin(),
    shellFilesPlugin(`${import.meta.dirname}/dist/client`, shell),
  ],
  builder: {},
  ...(command === 'build' && { resolve: { alias: preactForReact } }),
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
        // Preload only those chunks of a screen that public pages share. The frame is on every page already.
        modulePreload: {
          resolveDependencies: (_file, files, { hostId }) =>
            files.filter((file) => /web-/.test(hostId) && /\/cards-/.test(file)),
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
          output: {
            codeSplitting: createCodeSplitting({ frame, tiles, cards, lists, tags, later }),
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
