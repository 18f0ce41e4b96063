import { accepted } from './accepted.data.ts'
import { areaNames } from './areas.ts'
import type { Mutant } from './mutants.ts'
import type { Outcome } from './outcomes.ts'
import { timeLimit } from './tester.ts'

const least = 0.8

/** Prints what wasn't noticed and how much was, by area. Returns whether it was enough. */
export function report(
  mutants: Mutant[],
  outcomeOf: (mutant: Mutant) => Outcome | undefined,
  all: Record<string, number>,
) {
  const tried = mutants.filter((mutant) => outcomeOf(mutant))
  const unnoticed = tried.filter((mutant) => !outcomeOf(mutant)?.noticedBy)
  for (const { file, line, mutator, was, becomes } of unnoticed)
    console.log(`\nNot noticed: ${file}:${line} ${mutator}\n  - ${was}\n  + ${becomes}`)

  console.log('\narea        possible   tried   noticed')
  const row = (name: string, possible: number, isIn: (mutant: Mutant) => boolean) => {
    const count = tried.filter(isIn).length
    const noticed = count - unnoticed.filter(isIn).length
    const percent = count === 0 ? '' : `${((noticed / count) * 100).toFixed(0)} %`
    console.log(
      `${name.padEnd(10)} ${String(possible).padStart(9)} ${String(count).padStart(7)} ${String(noticed).padStart(9)}  ${percent}`,
    )
    return count === 0 ? 1 : noticed / count
  }
  for (const area of areaNames)
    if (area in all) row(area, all[area]!, (mutant) => mutant.area === area)
  const possible = Object.values(all).reduce((sum, one) => sum + one, 0)
  const share = row('all', possible, () => true)
  const late = tried.filter((mutant) => outcomeOf(mutant)?.noticedBy === timeLimit).length
  if (late > 0) console.log(`${late} of these were noticed by taking too long.`)
  console.log(`${accepted.length} more aren't drawn, each for a reason in accepted.data.ts.`)
  const isEnough = share >= least
  if (!isEnough) console.log(`At least ${least * 100} % should be noticed.`)
  return isEnough
}
