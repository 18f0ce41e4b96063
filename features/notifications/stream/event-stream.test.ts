import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

/** Starts a server that sends these parts one by one and then ends the response. Returns its URL. */
async function streamOf(parts: (string | Buffer)[], status = 200): Promise<string> {
  const server = createServer((_request, answer) => {
    answer.writeHead(status, { 'Content-Type': 'text/event-stream' })
    function sendNext() {
      const part = parts.shift()
      if (part === undefined) answer.end()
      else answer.write(part, () => setImmediate(sendNext))
    }
    sendNext()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function eventsOf(parts: (string | Buffer)[], status?: number) {
  const events: string[] = []
  const path = await streamOf(parts, status)
  await readEvents(path, 'token', new AbortController().signal, (event) => events.push(event))
  return events
}

test('events are read however the network cuts them, with any end of line', async () => {
  expect(
    await eventsOf([
      ': here\n\n:\n\n',
      'event: chan',
      'ged\ndata:\n',
      '\nevent:changed\r\ndata:\r\n\r\n',
      'event: other\rdata: x\r\r',
      'data: unnamed\n\nevent: unfinished\ndata:',
    ]),
  ).toEqual(['changed', 'changed', 'other'])
})

test('an answer that is no stream is an error', async () => {
  await expect(eventsOf(['no'], 503)).rejects.toThrow('503')
})
