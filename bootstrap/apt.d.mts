/** Runs apt-get and waits for its locks; whether it went well. */
export function apt(...args: string[]): boolean
