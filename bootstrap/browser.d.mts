export const browserFlags: string[]
export function findBrowser(): Promise<{ path: string; from: string }>
