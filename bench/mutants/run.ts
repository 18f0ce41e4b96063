import { parseArgs } from 'node:util'
import { areaNames } from './areas.ts'
import { drawMutants } from './mutants.ts'
import { openJudge } from './judge.ts'
import { openOutcomes } from './outcomes.ts'
import { report } from './report.ts'

const today = new Date().toISOString().slice(0, 10)
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: today },
    each: { type: 'string', default: '20' },
    area: { type: 'string', default: areaNames.join() },
    resume: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(`Usage: npm run mutants -- [--seed ${today}] [--each 20] [--area ${areaNames.join()}] [--resume]

Changes the product's code in one small way after another and runs the tests near it: do they notice? Draws as many
changes of each area, by the seed, which is the day's date unless given. Fails if fewer than 80 % are noticed.
--resume goes on with an interrupted run of the same seed, as long as no file has changed.`)
  process.exit(0)
}
const each = Number(values.each)
const areas = areaNames.filter((area) => values.area.split(',').includes(area))
if (!Number.isInteger(each) || each < 1 || areas.length === 0) {
  console.error('--each takes a whole number from 1 on, --area some of the areas. See --help.')
  process.exit(2)
}

console.log(`Seed ${values.seed}`)
const { mutants, all } = await drawMutants(values.seed, each, areas)
const outcomes = openOutcomes(values.seed, values.resume)
const judge = await openJudge()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isInterrupted = true
    // Reported at once, because Vitest ends the process on such a signal too.
    report(mutants, outcomes.of, all)
    void judge.cancel()
  })
try {
  for (const [index, mutant] of mutants.entries()) {
    if (isInterrupted) break
    const outcome = outcomes.of(mutant) ?? (await judge.outcomeOf(mutant))
    if (isInterrupted) break
    outcomes.store(mutant, outcome)
    const by = outcome.noticedBy ? `noticed by ${outcome.noticedBy}` : 'NOT NOTICED'
    console.log(
      `${index + 1}/${mutants.length} ${mutant.file}:${mutant.line} ${mutant.mutator}: ${by} (${outcome.seconds} s)`,
    )
  }
} finally {
  await judge.close()
}
process.exit(!isInterrupted && report(mutants, outcomes.of, all) ? 0 : 1)
