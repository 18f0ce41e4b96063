import { defineConfig } from 'vitest/config'

const long = process.env.LONG === '1'

export default defineConfig({
  test: {
    environment: 'node',
    // `npm run check` sets NO_DATABASE, because its tests only read files.
    globalSetup: process.env.NO_DATABASE ? [] : 'platform/testing/database/postgres.ts',
    setupFiles: 'platform/testing/each-file.ts',
    // `npm run test:long` runs the rounds that take long or need an idle machine, one file at a time.
    include: [long ? '**/*.long.ts' : '**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'data/**', 'e2e/**', '.runtime/**'],
    pool: 'forks',
    // Test files share a process, so that it loads the app's modules only once. Each file must therefore stop what it
    // starts.
    isolate: long,
    tags: [
      {
        name: 'long',
        description:
          'takes over 4 seconds, and a shorter test shows most of it: only `npm run test:long` runs it',
      },
    ],
    // Several test files mostly wait for timers and processes, so they can run in parallel even on few cores.
    maxWorkers: long ? 1 : 4,
    // Long timeouts, because the machine may be busy. Only a test that hangs should reach them.
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 120_000,
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
  },
})
