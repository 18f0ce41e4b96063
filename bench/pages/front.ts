import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

/** Removes scripts, and links that preload them. */
export const withoutScripts = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')

type Kept = { status: number; headers: Record<string, string>; body: Buffer }

/**
 * Serves a site's pages and files on another port. Fetches and compresses each of them once, and passes pages through
 * `change`, so that measurements through two such servers differ in nothing else.
 */
export async function frontOf(origin: string, change = (html: string) => html) {
  const kept = new Map<string, Kept>()
  async function read(path: string, accept: string): Promise<Kept> {
    const answer = await fetch(origin + path, {
      // Request uncompressed bodies, because `fetch` decompresses them and they couldn't be passed on as received.
      headers: { accept, 'accept-encoding': 'identity' },
    })
    const type = answer.headers.get('content-type') ?? ''
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(?:content-length|connection)$/.test(name)),
    )
    const plain = Buffer.from(await answer.arrayBuffer())
    const { status } = answer
    if (!/^text\/|javascript|json|svg/.test(type)) return { status, headers, body: plain }
    const text = type.startsWith('text/html') ? change(plain.toString()) : plain
    const body = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return { status, headers: { ...headers, 'content-encoding': 'br' }, body }
  }
  const server = createServer((request, response) => {
    const { url: path = '/', headers } = request
    const answer = async () => {
      const one = kept.get(path) ?? (await read(path, headers.accept ?? '*/*'))
      if (!path.startsWith('/api/')) kept.set(path, one)
      response.writeHead(one.status, one.headers).end(one.body)
    }
    answer().catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
