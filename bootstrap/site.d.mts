export const siteArguments: string[]
