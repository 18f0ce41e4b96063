import type { Logger } from 'pino'

type Step = Record<string, string | number>

/**
 * Runs the steps of a job that don't depend on each other, so that one that fails doesn't keep the others from running:
 * it is logged, and `end` throws, so that the job counts as failed.
 */
export function separateSteps(log: Logger) {
  const failures: unknown[] = []

  function note(step: Step, error: unknown): void {
    failures.push(error)
    log.error({ ...step, err: (error as Error).message }, 'a step failed; the others go on')
  }

  async function runForEach(
    kind: string,
    ids: readonly number[],
    work: (ids: number[]) => Promise<unknown>,
  ): Promise<void> {
    try {
      await work([...ids])
    } catch (error) {
      if (ids.length < 2) return note({ [kind]: ids[0] ?? 0 }, error)
      const half = Math.ceil(ids.length / 2)
      await runForEach(kind, ids.slice(0, half), work)
      await runForEach(kind, ids.slice(half), work)
    }
  }

  return {
    async run(step: Step, work: () => Promise<unknown>): Promise<void> {
      try {
        await work()
      } catch (error) {
        note(step, error)
      }
    },
    /** Does `work` for all of these ids at once. If that fails, it does it for each half, and so on. */
    runForEach,
    failed: () => failures.length > 0,
    end(): void {
      if (failures.length > 0)
        throw new Error(`${failures.length} of the steps failed`, { cause: failures[0] })
    },
  }
}
