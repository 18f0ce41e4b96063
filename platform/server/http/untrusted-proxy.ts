import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const local = new BlockList()
local.addAddress('::1', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(net, prefix, 'ipv4')

/**
 * Warns once if requests come through a proxy on this machine or network that `TRUST_PROXY` doesn't name: all visitors
 * would then have one address, and its budgets, together.
 */
export function warnOfUntrustedProxy(server: FastifyInstance, log: Logger): void {
  let isTold = false
  server.addHook('onRequest', async ({ ip, ips = [], headers, socket }) => {
    // Of a proxy that is trusted, `ips` has the visitor's address beside its own.
    if (isTold || !headers['x-forwarded-for'] || ips.length > 1 || ip !== socket.remoteAddress)
      return
    if (!local.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return
    isTold = true
    log.warn(
      { address: ip },
      `A proxy at ${ip} tells visitors' addresses, and isn't trusted: all visitors share one address's limits. If it is yours, set TRUST_PROXY=${ip}`,
    )
  })
}
