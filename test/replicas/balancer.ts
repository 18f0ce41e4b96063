import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onFileEnd } from '#platform/testing/afterwards.ts'

export type Balancer = {
  port: number
  /** Sends new connections to this port, or refuses them if it is null. Cuts the existing ones. */
  lead(port: number | null): void
}

/** Starts a TCP proxy that leads to whichever server is the primary, as HAProxy does in front of a cluster. */
export async function balancer(first: number): Promise<Balancer> {
  let target: number | null = first
  const sockets = new Set<Socket>()
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const server = createServer((near) => {
    if (target === null) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        peer.destroy()
      })
      socket.pipe(peer)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFileEnd(() => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as { port: number }).port,
    lead(port) {
      target = port
      cut()
    },
  }
}
