import type { Handle } from '#platform/web/screen.tsx'

export const handle: Handle = { title: 'Offline', browserOnly: true }

export function Component() {
  return <h1>You are offline</h1>
}
