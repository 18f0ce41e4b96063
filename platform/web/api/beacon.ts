import type { Input, Route } from '#platform/contract/wire.ts'

/**
 * Sends a call that the page makes by itself and whose outcome nobody waits for. It carries no session, so that the
 * server can't know which member's browser it is.
 */
export function sendBeacon<R extends Extract<Route, `POST ${string}`>>(
  route: R,
  input: Input<R>,
): void {
  const path = route.slice('POST '.length)
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[name])),
  )
  const body = new Blob([JSON.stringify(input)], { type: 'application/json' })
  navigator.sendBeacon(`/api${filled}`, body)
}
