import { BlockList, isIP } from 'node:net'

export function isHost(value: string) {
  // A name has no empty part, and isn't a wrong IPv4 address.
  const isName = /^[a-z\d](?!.*\.\.)([a-z\d.-]{0,251}[a-z\d])?$/i.test(value)
  return (isIP(value) > 0 || isName) && URL.canParse(`http://${hostInUrl(value)}`)
}

export function isOrigin(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return [url.origin, `${url.origin}/`].includes(url.href) && !/[?#@]/.test(value)
}

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackAddresses.addAddress('::1', 'ipv6')

export function isLoopback(name: string) {
  // URLs write an IPv6 host in brackets: [::1].
  const host = name.replace(/^\[(.*)\]$/, '$1')
  if (host.toLowerCase() === 'localhost') return true
  const version = isIP(host)
  return version > 0 && loopbackAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/** Returns the host name with which a browser on this machine reaches a server that listens on `host`. */
export function hostInUrl(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Returns whether a URL uses https, or http to this machine, which browsers also treat as secure. */
export function isSecure(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
