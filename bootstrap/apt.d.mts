/** Runs apt-get, waiting up to 10 minutes for another process's locks. Returns whether it succeeded. */
export function apt(...args: string[]): boolean
