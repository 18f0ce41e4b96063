import { relative } from 'node:path'

/** What Playwright's report counts. What failed and then passed on a second run is named, and counted as nothing else. */
export function countJourneys({ stats, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: suites.flatMap((suite) => flakyIn(suite)),
  }
}

const flakyIn = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} › ${title}`),
  ...suites.flatMap((suite) => flakyIn(suite)),
]

/**
 * What Vitest's report counts, by the same rule, with the report of a second run of the files in which something
 * failed. A test that passed on a retry of its own keeps what it failed with first.
 */
export function countTests(report, project, again) {
  const second = new Map(again?.testResults.map((file) => [file.name, file]))
  const counts = { passed: 0, failed: 0, skipped: 0, flaky: [] }
  for (const first of report.testResults) {
    const file = second.get(first.name) ?? first
    const told = (title, message) => `${relative(project, first.name)} › ${title}\n${message}`
    const before = new Map(testsOf(first))
    for (const [key, test] of testsOf(file)) {
      const [outcome, message] = outcomeOf(test, before.get(key))
      if (outcome === 'flaky') counts.flaky.push(told(test.fullName, message))
      else counts[outcome]++
    }
    if (failsAround(file)) counts.failed++
    else if (failsAround(first)) counts.flaky.push(told('the file', first.message))
  }
  return counts
}

/** What a test counts as, with the first message that it failed with, and what it was in the run before. */
function outcomeOf({ status, failureMessages }, before) {
  const [message] = [...(before?.failureMessages ?? []), ...failureMessages]
  if (status === 'failed') return [before?.status === 'passed' ? 'flaky' : 'failed', message]
  if (status === 'passed') return [message ? 'flaky' : 'passed', message]
  return ['skipped']
}

export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

/** Each by a key that another run knows it by: several may have one name. */
function testsOf({ assertionResults }) {
  const seen = new Map()
  return assertionResults.map((one) => {
    const nth = (seen.get(one.fullName) ?? 0) + 1
    seen.set(one.fullName, nth)
    return [`${one.fullName} ${nth}`, one]
  })
}

/** Not in a test: when it was read, or where all of them begin or end. */
const failsAround = ({ status, message, assertionResults }) =>
  status === 'failed' && (message || !assertionResults.some((one) => one.status === 'failed'))
