import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** Texts that become markup or script if a page doesn't escape them. Each of them calls or names `probe`. */
export const payloads = [
  '<script>probe()</script>',
  '"><img src=x onerror=probe()>',
  "'onfocus='probe()' autofocus='",
  '</title><svg onload=probe()>',
  '</script><script>probe()</script>',
  '--><probe-x>',
  '&lt;probe-x&gt;<probe-x>',
  '</textarea></style><probe-x>',
  'javascript:probe()',
]

const walk = (node: Node): Node[] => [
  node,
  ...('childNodes' in node ? node.childNodes.flatMap(walk) : []),
  ...('content' in node ? walk(node.content) : []),
]

const textIn = (node: Node) =>
  walk(node)
    .map((one) => ('value' in one ? one.value : ''))
    .join('')

const links = ['href', 'src', 'action', 'formaction', 'poster', 'data', 'srcset', 'xlink:href']

/**
 * Parses a page. `foreign` lists elements and attributes that our pages never contain, so they must come from a
 * member's text.
 */
export function readMarkup(html: string) {
  const document = parse(html)
  const foreign = walk(document).flatMap((node) => {
    if (node.nodeName === '#comment' && 'data' in node && node.data.includes('probe'))
      return `comment ${node.data}`
    return 'tagName' in node ? foreignIn(node) : []
  })
  return { foreign, text: textIn(document), attributes: attributesIn(document) }
}

function foreignIn(element: DefaultTreeAdapterTypes.Element): string[] {
  const { tagName, attrs } = element
  const foreign: string[] = []
  if (/^probe|^(iframe|object|embed|base|applet|style)$/.test(tagName)) foreign.push(tagName)
  for (const attribute of attrs.filter(isForeign))
    foreign.push(`${tagName} ${attribute.name}=${attribute.value}`)
  const valueOf = (name: string) => attrs.find((attribute) => attribute.name === name)?.value
  if (tagName === 'script' && !isOurs(valueOf('src'), valueOf('type'), textIn(element)))
    foreign.push(`script ${textIn(element).slice(0, 80)}`)
  return foreign
}

function isForeign({ name, value }: { name: string; value: string }): boolean {
  if (name.startsWith('on') || ['style', 'srcdoc', 'autofocus'].includes(name)) return true
  const address = value.replaceAll(/[\s\p{Cc}]/gu, '').toLowerCase()
  return links.includes(name) && /^(javascript|vbscript|data:text)/.test(address)
}

/** Returns whether a script is one of ours, which are files or JSON data. Throws if the JSON is invalid. */
function isOurs(src: string | undefined, type: string | undefined, text: string): boolean {
  if (src !== undefined) return src.startsWith('/assets/') && text === ''
  if (!/^application\/(ld\+)?json$/.test(type ?? '')) return false
  JSON.parse(text)
  return true
}

const attributesIn = (document: Node) =>
  walk(document)
    .flatMap((node) => ('attrs' in node ? node.attrs.map(({ value }) => value) : []))
    .join('\n')
