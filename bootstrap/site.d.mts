/** Flags that limit the memory Node uses. */
export const memoryFlags: string[]
/** Environment variables that limit the memory of native libraries. */
export const memoryEnvironment: Record<string, string>
export const siteArguments: string[]
