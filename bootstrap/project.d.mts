export const project: string
export const memoryEnvironment: Record<string, string>
export const siteArguments: string[]
export function projectFiles(): string[]
