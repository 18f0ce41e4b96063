import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Changes = {
  /** Returns the address to ask the site for, or null if there is no such file. */
  address?: (url: string) => string | null
  /** Changes a page, script or style sheet. */
  change?: (text: string, url: string) => string
  answers?: () => boolean
}

/** Passes the site on under an address of its own, changed. */
export async function sitePassedOn(
  to: string,
  { address = (url) => url, change = (same) => same, answers = () => true }: Changes,
) {
  const server = createServer((question, answer) => {
    if (!answers()) return
    const { method, headers } = question
    const url = address(question.url!)
    if (url === null) return void answer.writeHead(404).end()
    const passOn = async (from: IncomingMessage) => {
      const type = from.headers['content-type'] ?? ''
      if (!/html|javascript|css/.test(type)) {
        answer.writeHead(from.statusCode!, from.headers)
        return void from.pipe(answer)
      }
      // Without these headers the browser asks for the whole text each time.
      const { 'content-length': _, etag: __, 'last-modified': ___, ...others } = from.headers
      const changed = change(await text(from), url)
      answer.writeHead(from.statusCode!, others)
      answer.end(changed)
    }
    const sent = request(
      new URL(url, to),
      { method, headers: { ...headers, 'accept-encoding': 'identity' } },
      (from) => void passOn(from),
    )
    sent.on('error', () => answer.destroy())
    question.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
