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

/** Returns a function that tells whether a URL has one of these schemes, and names a host. */
export function hasScheme(...schemes: string[]) {
  return (value: string) => isOfScheme(value, schemes) && new URL(value).hostname !== ''
}

/** Returns whether a value is a URL of PostgreSQL, which needs no host: it may name a socket. */
export const isPostgres = (value: string) => isOfScheme(value, ['postgres:', 'postgresql:'])

const isOfScheme = (value: string, schemes: string[]) =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol)

export function isNetwork(value: string) {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
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

export function isEmailAddress(value: string) {
  return /^[^\s<>@"(),:;\\[\]?&#%]+@[^\s<>@"(),:;\\?&#%]+$/.test(value)
}

/** Returns whether a URL uses https, or http to this machine, which browsers also treat as secure. */
export function isSecure(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
