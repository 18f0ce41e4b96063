import type { Plugin } from 'vite'

/**
 * Lets a build leave out what the router brings for its framework: its own links, written so that they can't be told
 * from code that does something (platform/web/link.tsx has ours), and its instruments, which nobody asks for.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]lib[\\/](?:dom[\\/]lib|router[\\/]router)\.js$/,
    },
    handler: (code) =>
      code
        .replace(/^(?:Link|NavLink)\.displayName = .*$/gm, '')
        .replace(/^const (?:Link|NavLink) = (?=React\$1\.forwardRef\()/gm, '$&/* @__PURE__ */ ')
        .replace(/\b(?:init|opts\?)\.instrumentations\b(?=\))/g, 'false'),
  },
})
