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

/** What Vitest's report counts, by the same rule: a test that passed keeps what it failed with first. */
export function countTests(report, project) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  const flaky = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages }) =>
          `${relative(project, name)} › ${fullName}\n${failureMessages[0]}`,
      ),
  )
  return {
    passed: numPassedTests - flaky.length,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    flaky,
  }
}
