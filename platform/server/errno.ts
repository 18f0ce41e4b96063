/** Whether the operating system refused with this code (`ENOENT`, `EEXIST` …). */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether there was no room left for a file. */
export const isFull = (error: unknown): boolean => full.some((code) => hasCode(error, code))
