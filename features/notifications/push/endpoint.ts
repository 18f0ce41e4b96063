/** The push services of Chrome, Firefox, Safari and Edge. `*.` stands for any names before the rest. */
const wellKnown = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const matches = (host: string, pattern: string) =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

/**
 * Returns whether an address that a browser named belongs to a push service that we know. The server sends requests to
 * the address, so any other host is refused (docs/safety.md, S24). `pushHosts` are more hosts that the operator allows.
 */
export function isPushEndpoint(address: string, pushHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(address)
  if (username || password) return false
  if (pushHosts.includes(origin)) return true
  const known = [...wellKnown, ...pushHosts]
  return protocol === 'https:' && port === '' && known.some((host) => matches(hostname, host))
}
