declare module 'autocannon' {
  type Request = {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string | undefined
  }
  type Result = {
    duration: number
    requests: { total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  type Options = {
    url: string
    connections: number
    duration: number
    requests: { setupRequest(request: Request): Request }[]
  }
  export default function autocannon(options: Options): Promise<Result>
}
