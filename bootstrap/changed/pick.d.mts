export function reachedFrom(changed: string[], imports: Map<string, string[]>): Map<string, number>
export function testsBy(steps: Map<string, number>): [file: string, step: number][]
export function secondsOf(test: string): number
export function takeWithinSeconds<T>(
  seconds: number,
  items: T[],
  cost: (item: T) => number,
): { taken: T[]; left: T[] }
