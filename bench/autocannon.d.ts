declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Result = {
    duration: number
    requests: { total: number }
    errors: number
    timeouts: number
    non2xx: number
    statusCodeStats: Record<string, { count?: number }>
  }
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    requests: { setupRequest(request: Request): Request }[]
  }
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter
}
