import { asOfAttribute, asOfHeader } from '#platform/web/page-age.ts'

/**
 * Returns whether an answer can be used: HTML must be a page of this site, JSON must be valid, and other answers,
 * except a map's vector tiles, must not be empty. This excludes the log-in page of a hotel's network and entries of
 * which the browser has lost a part.
 */
export async function isResponseIntact(answer: Response): Promise<boolean> {
  try {
    const type = answer.headers.get('content-type') ?? ''
    const copy = answer.clone()
    if (type.startsWith('text/html')) return isPage(await copy.text())
    if (type.startsWith('application/json')) return (await copy.json()) !== undefined
    return (await copy.arrayBuffer()).byteLength > 0 || type.includes('vector-tile')
  } catch {
    return false
  }
}

const isPage = (html: string) =>
  html.includes('<html lang="en">') && html.includes('id="page-data"')

/**
 * Returns a kept page or JSON answer with the time at which the server sent it, in the attribute or header that the
 * page's scripts read. Other answers, and answers without a `date` header, are returned unchanged.
 */
export async function withServerTime(answer: Response): Promise<Response> {
  const at = new Date(answer.headers.get('date') ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return answer
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/html')) return withAttribute(answer, asOfAttribute, at.toISOString())
  if (!type.startsWith('application/json')) return answer
  const headers = new Headers(answer.headers)
  headers.set(asOfHeader, at.toISOString())
  return new Response(answer.body, { status: answer.status, headers })
}

/** Adds an attribute to a page's root element, for its scripts, which can't see the headers that the page came with. */
export async function withAttribute(page: Response, name: string, value: string) {
  const html = await page.text()
  return new Response(html.replace('<html lang="en">', `<html lang="en" ${name}="${value}">`), {
    status: page.status,
    headers: page.headers,
  })
}
