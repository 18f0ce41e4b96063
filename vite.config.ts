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
// What the server alone draws at once: a browser imports it when it is asked for.
const later = /[\\/]list-map\.tsx$/
const tags = /[\\/](?:tags\.data\.ts|tag-panel\.tsx)$/

// `vite build --configLoader native` builds both sides: dist/client for the browser, dist/ssr for the server.
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
        // Of what a screen imports, the way there need name only what public pages share: the frame is on every page.
        modulePreload: {
          resolveDependencies: (_file, files, { hostId }) =>
            files.filter((file) => /web-/.test(hostId) && /\/(?:tiles|cards|lists)-/.test(file)),
        },
        // One sheet for the product: no flash of unstyled parts, no order that depends on the way taken.
        cssCodeSplit: false,
        // Kilobytes: MapLibre's one file, fetched with the first map alone. What pages weigh is held by test/weight.
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          input: { web: 'app/web.tsx', early: 'platform/web/early.js' },
          // Imported for the server's sake alone, they are left out here.
          treeshake: {
            moduleSideEffects: [tags, later].map((test) => ({ test, sideEffects: false })),
          },
          output: { codeSplitting: chunks({ frame, tiles, cards, lists, tags, later }) },
        },
      },
    },
    ssr: {
      // Bundled whole, so that React's production build is used whatever NODE_ENV says.
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
