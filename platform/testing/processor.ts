import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time of the file's process: up to its own first line, and in all. */
    processor?: { starting: number; all: number }
  }
}

const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const starting = seconds()
// Registered first, so it runs last. Vitest wants the pattern written out, even where it is empty.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  suite.file.meta.processor = { starting, all: seconds() }
})
