/** What keeps whatever Node runs small. */
export const memoryFlags: string[]
export const siteArguments: string[]
