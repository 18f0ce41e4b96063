import { readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { Figures } from './http.ts'

type Kept = { of: string; steps: Record<string, { at: string; load: number[]; figures: Figures }> }

/** Runs a step, or takes over its figures from an interrupted run. */
export type Step = (name: string, work: () => Promise<Figures>) => Promise<void>

/**
 * Opens the steps of a run. With a file, each step is saved there when it ends, so that an interrupted run of more than
 * an hour can be resumed. `of` describes the run: only a run with the same `of` is resumed.
 */
export async function openSteps(of: string, file?: string) {
  const text = file ? await readFile(file, 'utf8').catch(() => '') : ''
  const before = text ? (JSON.parse(text) as Kept) : null
  const kept: Kept = before?.of === of ? before : { of, steps: {} }
  const step: Step = async (name, work) => {
    if (kept.steps[name]) {
      console.log(`\n${name}: taken over from ${kept.steps[name].at}`)
      return
    }
    const load = [loadavg()[0]!]
    const figures = await work()
    load.push(loadavg()[0]!)
    kept.steps[name] = { at: new Date().toISOString(), load, figures }
    if (file) await writeFile(file, JSON.stringify(kept))
  }
  return {
    step,
    has: (name: string) => name in kept.steps,
    figures: (): Figures =>
      Object.assign({}, ...Object.values(kept.steps).map((one) => one.figures)),
    /** Returns when each step ended, and the machine's load before and after it. */
    steps: () =>
      Object.fromEntries(
        Object.entries(kept.steps).map(([name, { at, load }]) => [name, { at, load }]),
      ),
    /** Deletes the file, once the whole run is saved elsewhere. */
    end: async () => {
      if (file) await rm(file, { force: true })
    },
  }
}
export type Steps = Awaited<ReturnType<typeof openSteps>>
