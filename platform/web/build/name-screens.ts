import type { Plugin } from 'vite'

/**
 * Adds the imported file's name to each `screen(path, () => import('#…'))` of app/routes.ts in the server's build, so
 * that a page can preload its screen's chunk. Otherwise the browser would find the chunk one round trip later.
 */
export const screenPreloadPlugin = (): Plugin => ({
  name: 'name-screens',
  // Runs before other plugins rewrite the import expressions.
  enforce: 'pre',
  transform: {
    filter: { id: /\/app\/routes\.ts$/ },
    handler(code) {
      if (this.environment.name !== 'ssr') return null
      return code.replace(/(\(\) =>\s*import\('#([^']+)'\)),?(\s*\))/g, "$1, '$2'$3")
    },
  },
})
