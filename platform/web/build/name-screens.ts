import type { Plugin } from 'vite'

/**
 * Tells the server's build which file each `screen(path, () => import('#…'))` of app/routes.ts loads, so that
 * the page can name its chunk for preloading instead of the browser finding it one round trip later.
 */
export const nameScreens = (): Plugin => ({
  name: 'name-screens',
  // Before the import's own syntax is rewritten.
  enforce: 'pre',
  transform: {
    filter: { id: /\/app\/routes\.ts$/ },
    handler(code) {
      if (this.environment.name !== 'ssr') return null
      return code.replace(/(\(\) =>\s*import\('#([^']+)'\)),?(\s*\))/g, "$1, '$2'$3")
    },
  },
})
