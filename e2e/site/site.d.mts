export function openSite(): Promise<{
  origin: string
  logins: { id: number; email: string; password: string }[]
  stop(): Promise<void>
}>
