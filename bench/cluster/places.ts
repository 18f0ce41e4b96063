import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { SystemUser } from '../../platform/server/postgres/account.ts'
import { read, valuesOf, type Values } from './files.ts'

/** Loopback covers all of 127.0.0.0/8, so these addresses don't have to be added to the machine. */
export const addresses = { one: '127.0.0.11', two: '127.0.0.12', three: '127.0.0.13' } as const
export const proxyAddress = '127.0.0.10'
export type Name = keyof typeof addresses
export const names = Object.keys(addresses) as Name[]

/** All addresses on which the cluster listens. */
export const listened = [
  ...[5000, 5001].map((port) => ({ host: proxyAddress, port })),
  ...Object.values(addresses).flatMap((host) =>
    [2379, 2380, 5432, 8008].map((port) => ({ host, port })),
  ),
]

const called = (which: '-un' | '-gn', account?: SystemUser) =>
  spawnSync('id', [which, ...(account ? [account.name] : [])], { encoding: 'utf8' }).stdout.trim()

/** Returns the values of node.env with the bench's own addresses and passwords. */
export function benchValues(account: SystemUser | undefined): Values {
  const password = () => randomBytes(24).toString('hex')
  return {
    ...valuesOf(read('node.env')),
    CLUSTER_NETWORK: '127.0.0.0/8',
    ADDRESS_ONE: addresses.one,
    ADDRESS_TWO: addresses.two,
    ADDRESS_THREE: addresses.three,
    HAPROXY_ADDRESS: proxyAddress,
    HAPROXY_USER: called('-un', account),
    HAPROXY_GROUP: called('-gn', account),
    SHARED_BUFFERS: '128MB',
    // Killing Patroni on purpose must not restart this machine.
    WATCHDOG: 'off',
    SUPERUSER_PASSWORD: password(),
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
    CONTROL_PASSWORD: password(),
  }
}

/** Returns the values for one node, whose files are in its own folder. */
export const nodeValues = (values: Values, name: Name, folder: string): Values => ({
  ...values,
  NODE_NAME: name,
  NODE_ADDRESS: addresses[name],
  NODE_DIR: folder,
  SOCKET_DIR: folder,
  ETCD_DIR: `${folder}/etcd`,
})
