import {
  reachedFrom,
  secondsOf,
  takeWithinSeconds,
  testsBy,
} from '../../bootstrap/changed/pick.mjs'
import { graphOf, sourceFiles } from '../../bootstrap/graph.mjs'
import type { Mutant } from './mutants.ts'
import type { Outcome } from './outcomes.ts'
import { openTester } from './tester.ts'
import { testsNaming } from './tests-naming.ts'

// Time for the tests of one change that are nearest by imports, and for those that name the same things. Their times are
// those of their last run on this machine.
const secondsForNearest = 20
const secondsForNaming = 12
// Time for the tests of test/, which go over all calls, all admins' writes and the like, the shortest ones first.
const secondsForSweeps = 20
// How much longer tests may take that wait in vain, or on a busy machine.
const limitSeconds = 300

/** Opens what runs, for each mutant, the tests that are about its file most likely. */
export async function openJudge() {
  const { imports } = graphOf(sourceFiles())
  const tester = await openTester()
  /** Files of tests that pass without any change, as far as they are known. */
  const sound = new Set<string>()
  const broken = new Set<string>()
  let isCancelled = false

  const all = sourceFiles().filter((file) => file.endsWith('.test.ts') && isOfProduct(file))
  const naming = testsNaming(all)
  const sweeps = all
    .filter((file) => /^test\/[^/]+$/.test(file))
    .sort((a, b) => secondsOf(a) - secondsOf(b))

  const testsOf = (file: string) => {
    const usable = (test: string) => !broken.has(test) && isOfProduct(test)
    const near = testsBy(reachedFrom([file], imports)).map(([test]) => test)
    const taken: string[] = []
    const take = (seconds: number, tests: string[]) => {
      const fresh = tests.filter((test) => usable(test) && !taken.includes(test))
      taken.push(...takeWithinSeconds(seconds, fresh, secondsOf).taken)
    }
    take(secondsForNearest, near)
    take(secondsForNaming, naming(file))
    take(secondsForSweeps, sweeps)
    return taken
  }

  async function outcomeOf(mutant: Mutant): Promise<Outcome> {
    const begun = performance.now()
    for (;;) {
      const tests = testsOf(mutant.file)
      const { noticedBy, passed } = await tester.run(tests, limitSeconds, mutant)
      for (const file of passed) sound.add(file)
      // A file that fails without the change too says nothing about it.
      if (noticedBy?.file && !(await isSound(noticedBy.file)) && !isCancelled) continue
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      if (!noticedBy) return { seconds }
      const { file, test } = noticedBy
      return { seconds, noticedBy: file ? `${file}: ${test}` : test }
    }
  }

  async function isSound(file: string) {
    if (sound.has(file)) return true
    const { noticedBy } = await tester.run([file], limitSeconds)
    if (noticedBy) console.log(`${file} fails without any change, so it isn't asked`)
    ;(noticedBy ? broken : sound).add(file)
    return !noticedBy
  }

  // The first run makes the template database, which has to be that of the unchanged code.
  await isSound('features/yolos/admin/server.test.ts')
  const cancel = () => {
    isCancelled = true
    return tester.cancel()
  }
  return { outcomeOf, cancel, close: tester.close }
}

// Tests of the tools and of the source's form aren't about what the product does.
const isOfProduct = (test: string) => !/^(bench|test\/bootstrap)\//.test(test)
