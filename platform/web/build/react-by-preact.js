import { use as usePreact, useContext } from 'preact/compat'

// In a build this module stands for 'react' (docs/decisions/0062-preact-in-the-build.md).
export * from 'preact/compat'
export { default } from 'preact/compat'

/** React Router imports it, but calls it only for view transitions that it makes itself, which this site doesn't use. */
export const useOptimistic = (state) => [state, () => {}]

/** Preact's own `use` doesn't find a context while the server renders. */
export const use = (source) =>
  typeof source.then === 'function' ? usePreact(source) : useContext(source)
