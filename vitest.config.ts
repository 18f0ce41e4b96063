import { defineConfig } from 'vitest/config'

const long = process.env.LONG === '1'

export default defineConfig({
  test: {
    environment: 'node',
    // `npm run check` runs tests that read nothing but files.
    globalSetup: process.env.NO_DATABASE ? [] : 'platform/testing/postgres.ts',
    setupFiles: 'platform/testing/each-file.ts',
    // `npm run test:long` runs the rounds that need time or quiet, one file after the other.
    include: [long ? '**/*.long.ts' : '**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**', '.runtime/**'],
    pool: 'forks',
    // Files share a process, so that each reads the app's modules once: what a file begins ends with it.
    isolate: long,
    // Several files wait for clocks and processes more than they work.
    maxWorkers: long ? 1 : 3,
    // A machine may be busy: only what hangs is to run into these.
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 120_000,
    // `npm test` runs a file in which something failed once more, as a whole: bootstrap/test.mjs.
    retry: 0,
    expect: { poll: { timeout: 30_000 } },
  },
})
