import { createServer } from 'node:net'
import { needDebian } from '../peers/install.ts'

/** Debian 12's; contrib's extensions are in postgresql-15 itself. */
export const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}

export const needCluster = () => needDebian(packages, 'The cluster')

/** What listens there already is left alone; then the bench can't run. */
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
