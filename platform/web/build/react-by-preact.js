import { use as usePreact, useContext } from 'preact/compat'

// In a build this module stands for 'react' (docs/decisions/0062-preact-in-the-build.md).
export * from 'preact/compat'
export { default } from 'preact/compat'

const setNothing = () => {}

/**
 * React Router imports it, but calls its setter only with an option that this site doesn't use. The setter is always the
 * same function, because the router begins another view transition whenever it isn't.
 */
export const useOptimistic = (state) => [state, setNothing]

/** Preact's own `use` doesn't find a context while the server renders. */
export const use = (source) =>
  typeof source.then === 'function' ? usePreact(source) : useContext(source)
