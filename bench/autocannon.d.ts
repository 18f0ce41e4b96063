declare module 'autocannon' {
  type Request = { method?: string; path?: string }
  type Result = {
    non2xx: number
    errors: number
    requests: { average: number }
    latency: { p99: number }
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    requests: { setupRequest(request: Request): Request }[]
  }): Promise<Result>
}
