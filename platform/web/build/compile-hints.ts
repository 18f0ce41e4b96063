import type { Plugin } from 'vite'

/** What every public page loads, and the screens. */
const loadedAtOnce = /^(?:web|vendor|cards|facts|.*\.screen)$/

/**
 * Marks the scripts of public pages so that the browser compiles all their functions while it downloads them, beside
 * the page's thread, instead of each one when it is first called (V8's explicit compile hints). The mark must be a
 * file's first line.
 */
export const compileHintsPlugin = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && loadedAtOnce.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})
