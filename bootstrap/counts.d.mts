type Counted = { passed: number; failed: number; skipped: number; flaky: string[] }
export function countJourneys(report: object): Counted
export function countTests(report: object, project: string, again?: object): Counted
export function failedFiles(report: object): string[]
