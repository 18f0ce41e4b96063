export const flags: string[]
export function findBrowser(): Promise<{ path: string; from: string }>
