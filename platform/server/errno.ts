/** Returns whether the error is a system error with this code (`ENOENT`, `EEXIST` …). */
export const hasErrnoCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Returns whether a file couldn't be written because the disk or a quota is full or the file is too large. */
export const isDiskFull = (error: unknown): boolean =>
  full.some((code) => hasErrnoCode(error, code))
