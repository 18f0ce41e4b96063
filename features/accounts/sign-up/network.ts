import { createHmac } from 'node:crypto'
import { secretKey } from '#platform/server/auth/secret-key.ts'
import { networkOf } from '#platform/server/http/limits.ts'

/** Returns the /24 (IPv4) or /48 (IPv6) that contains an address. */
export function networkPrefix(ip: string): string {
  const network = networkOf(ip)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : `${network.split('.').slice(0, 3).join('.')}.0/24`
}

/**
 * Returns a hash by which accounts of one network are recognized. Its key isn't in the database, so a dump reveals no
 * address.
 */
export async function networkHash(stateDir: string, ip: string): Promise<Buffer> {
  const key = await secretKey(stateDir, 'networks')
  return createHmac('sha256', key).update(networkPrefix(ip)).digest().subarray(0, 16)
}
