import { relative } from 'node:path'

/**
 * Counts the outcomes in Playwright's report. A test that failed and then passed on its second run is listed in `flaky`
 * and not counted otherwise.
 */
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
 * Counts the outcomes in Vitest's report in the same way. `again` is the report of a second run of the files in which
 * something failed. A test that failed in one run and passed in the other is flaky, and so is one that passed on a
 * retry of its own. Each is listed with the message of its first failure.
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

/** Returns a test's outcome and the first message that it failed with. `before` is the same test in the first run. */
function outcomeOf({ status, failureMessages }, before) {
  const [message] = [...(before?.failureMessages ?? []), ...failureMessages]
  if (status === 'failed') return [before?.status === 'passed' ? 'flaky' : 'failed', message]
  if (status === 'passed') return [message ? 'flaky' : 'passed', message]
  return ['skipped']
}

export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

/**
 * Returns a file's tests, each with a key that identifies it across runs, because several tests can have the same name.
 */
function testsOf({ assertionResults }) {
  const seen = new Map()
  return assertionResults.map((one) => {
    const nth = (seen.get(one.fullName) ?? 0) + 1
    seen.set(one.fullName, nth)
    return [`${one.fullName} ${nth}`, one]
  })
}

/** True if the file failed outside its tests: while it was loaded, or in a beforeAll or afterAll hook. */
const failsAround = ({ status, message, assertionResults }) =>
  status === 'failed' && (message || !assertionResults.some((one) => one.status === 'failed'))
