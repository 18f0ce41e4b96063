import { createServer } from 'node:net'
import { needDebian } from '../peers/install.ts'

/** Packages of Debian 12, each with a file that it installs. postgresql-15 includes the contrib extensions. */
export const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}

export const needCluster = () => needDebian(packages, 'The cluster')

/** Throws if something else already listens on one of these addresses. */
export async function needFree(places: { host: string; port: number }[]): Promise<void> {
  for (const { host, port } of places)
    await new Promise<void>((resolve, reject) => {
      const server = createServer()
      server.once('error', ({ message }) =>
        reject(new Error(`The cluster needs ${host}:${port}: ${message}`)),
      )
      server.listen(port, host, () => server.close(() => resolve()))
    })
}
