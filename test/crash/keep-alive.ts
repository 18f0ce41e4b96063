import { Agent, get, type IncomingMessage } from 'node:http'

export type Answered = { status: number; closing: boolean; text: string }

/** Returns a client that sends all requests over one kept-alive connection, as a browser or a proxy does. */
export function keptAlive(origin: string, token?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + path, { agent, headers }, resolve).on('error', reject)
    })
  return {
    open,
    async ask(path: string): Promise<Answered> {
      const answer = await open(path)
      let text = ''
      for await (const chunk of answer) text += chunk
      const closing = answer.headers.connection === 'close'
      return { status: answer.statusCode ?? 0, closing, text }
    },
    close: () => agent.destroy(),
  }
}
