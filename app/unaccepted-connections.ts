import cluster, { type Worker } from 'node:cluster'

/** A message of Node's cluster module about a connection, or the reply to one. Neither is in Node's types. */
type ClusterMessage = { act?: string; seq?: number; ack?: number }

/**
 * Closes the connections that were on their way to `worker` when it died. The first process keeps its own copy of a
 * connection until a worker replies that it has accepted it. Node 24 waits for that reply from a dead worker too, and
 * keeps such a worker in its lists, so the client would wait for an answer forever.
 */
export function closeUnacceptedConnections(worker: Worker): void {
  const child = worker.process
  const unaccepted = new Set<number>()
  const send = child.send.bind(child) as (message: ClusterMessage, ...rest: unknown[]) => boolean
  child.send = (message: ClusterMessage, ...rest: unknown[]) => {
    if (message.act === 'newconn' && message.seq !== undefined) unaccepted.add(message.seq)
    return send(message, ...rest)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unaccepted.delete(ack)
  })
  child.once('close', () => {
    // Emits what Node leaves out while a connection is on its way, so that Node takes the worker off its lists.
    if (cluster.workers?.[worker.id]) child.emit('disconnect')
    // Replies in the worker's place. Node then closes its copy of the connection, which is the last one.
    for (const ack of unaccepted)
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: true })
  })
}
