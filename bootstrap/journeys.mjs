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
