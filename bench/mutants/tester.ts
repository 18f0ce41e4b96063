import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import {
  createVitest,
  type TestModule,
  type TestSequencer,
  type TestSpecification,
} from 'vitest/node'
import { project } from '../../bootstrap/project.mjs'

export type Result = {
  /** What noticed the change: a test, a file of tests that didn't load, or the time limit. */
  noticedBy?: { file?: string; test: string }
  /** Files of tests of which all tests passed. */
  passed: string[]
}

/** Runs the files in the order in which they are given. */
class AsGiven implements TestSequencer {
  shard = (files: TestSpecification[]) => files
  sort = (files: TestSpecification[]) => files
}

/**
 * Opens one Vitest and its database server for many runs. Each run has a process of its own, so a change can't spoil the
 * next run.
 */
export async function openTester() {
  let changed: { path: string; text: string } | undefined
  const vitest = await createVitest(
    {
      root: project,
      watch: false,
      maxWorkers: 1,
      isolate: false,
      bail: 1,
      setupFiles: ['platform/testing/each-file.ts', 'bench/mutants/stop-after-failure.ts'],
      // This cache on the disk goes by what the files there hold, so it would neither see a change nor forget it.
      fsModuleCache: false,
      tagsFilter: ['!long'],
      reporters: [{}],
      silent: true,
      sequence: { sequencer: AsGiven },
      // Shorter than usual, because many changes make a test wait in vain.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          load: (id: string) => (id === changed?.path ? changed.text : undefined),
        },
      ],
    },
  )
  const [folder] = vitest.projects

  /** Runs these files of tests, with a file changed if one is given, until the first test fails. */
  async function run(
    tests: string[],
    limitSeconds: number,
    mutant?: { file: string; text: string },
  ) {
    const path = mutant && join(project, mutant.file)
    changed = path ? { path, text: mutant.text } : undefined
    if (path) vitest.invalidateFile(path)
    const end = new AbortController()
    void endAfter(limitSeconds, end.signal)
    try {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
        tests.map((file) => folder!.createSpecification(join(project, file))),
      )
      return resultOf(testModules, unhandledErrors, tests)
    } finally {
      end.abort()
      changed = undefined
      if (path) vitest.invalidateFile(path)
    }
  }

  /** Ends the current run. The first attempt waits for the test to end; the second kills a process in an endless loop. */
  async function cancel(signal?: AbortSignal) {
    void vitest.cancelCurrentRun('test-failure').catch(() => {})
    await wait(5000, undefined, { signal }).catch(() => {})
    if (!signal?.aborted) void vitest.cancelCurrentRun('test-failure').catch(() => {})
  }

  async function endAfter(seconds: number, signal: AbortSignal) {
    await wait(seconds * 1000, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await cancel(signal)
  }

  return { run, cancel, close: () => vitest.close() }
}

function resultOf(modules: TestModule[], errors: unknown[], asked: string[]): Result {
  const name = (module: TestModule) => module.moduleId.slice(project.length + 1)
  const ran = asked.flatMap((file) => modules.find((module) => name(module) === file) ?? [])
  const passed = ran.filter((module) => module.state() === 'passed').map(name)
  const failed = ran.find((module) => module.state() === 'failed')
  if (failed) {
    const [test] = failed.children.allTests('failed')
    return { passed, noticedBy: { file: name(failed), test: test?.fullName ?? 'the file itself' } }
  }
  if (errors.length > 0) return { passed, noticedBy: { test: firstLine(errors[0]) } }
  const isCutOff = ran.length < asked.length || ran.some((module) => module.state() === 'pending')
  return isCutOff ? { passed, noticedBy: { test: timeLimit } } : { passed }
}

/** Stands for a test where a change made all of them together take too long. */
export const timeLimit = 'the time limit'

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : JSON.stringify(error)).split('\n')[0]!
