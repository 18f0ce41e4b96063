type Counted = { passed: number; failed: number; skipped: number; flaky: string[] }
export function countJourneys(report: object): Counted
export function countTests(report: object, project: string): Counted
