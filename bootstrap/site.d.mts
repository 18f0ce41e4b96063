/** Flags that limit the memory Node uses. */
export const memoryFlags: string[]
export const siteArguments: string[]
