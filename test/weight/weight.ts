import { get } from 'node:http'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
export type Weight = { requests: number; gzip: number; brotli: number }
export type PageWeight = { html: Weight; scripts: Weight; styles: Weight }

/** Returns the bytes of a response's body as they are sent. Rejects if the response doesn't have this encoding. */
const sent = (address: string, encoding: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(address, { headers: { 'Accept-Encoding': encoding } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const as = answer.headers['content-encoding']
        if (answer.statusCode !== 200 || (encoding !== 'identity' && as !== encoding))
          reject(new Error(`${address}: ${answer.statusCode}, ${as ?? 'plain'}`))
        else resolve(Buffer.concat(parts))
      })
    }).on('error', reject)
  })

const elements = (node: Node): DefaultTreeAdapterTypes.Element[] => [
  ...('tagName' in node ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elements) : []),
]

async function weigh(addresses: string[]): Promise<Weight> {
  const total = { requests: addresses.length, gzip: 0, brotli: 0 }
  for (const address of addresses) {
    total.gzip += (await sent(address, 'gzip')).length
    total.brotli += (await sent(address, 'br')).length
  }
  return total
}

/**
 * Returns the weight of what a page makes a browser fetch: the page itself, its scripts and those they import, and its
 * styles.
 */
export async function weightOf(origin: string, path: string): Promise<PageWeight> {
  const html = (await sent(origin + path, 'identity')).toString()
  const found = elements(parse(html)).map(({ tagName, attrs }) => {
    const of = (name: string) => attrs.find((one) => one.name === name)?.value
    return { tagName, rel: of('rel'), src: of('src'), href: of('href') }
  })
  const scripts = found.map(({ tagName, rel, src, href }) => {
    if (tagName === 'script') return src
    return rel === 'modulepreload' ? href : undefined
  })
  const styles = found.map(({ rel, href }) => (rel === 'stylesheet' ? href : undefined))
  const whole = (paths: (string | undefined)[]) =>
    [...new Set(paths.filter((path) => path !== undefined))].map((path) => origin + path)
  return {
    html: await weigh([origin + path]),
    scripts: await weigh(whole(scripts)),
    styles: await weigh(whole(styles)),
  }
}
