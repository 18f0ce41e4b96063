import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** Texts that become markup or script wherever someone forgets to escape; each calls or names `probe`. */
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

/** Elements and attributes that our pages never contain, so they must have come from a member's text. */
export function readMarkup(html: string) {
  const document = parse(html)
  const foreign: string[] = []
  for (const node of walk(document)) {
    if (node.nodeName === '#comment' && 'data' in node && node.data.includes('probe'))
      foreign.push(`comment ${node.data}`)
    if (!('tagName' in node)) continue
    const { tagName, attrs } = node
    const of = (name: string) => attrs.find((one) => one.name === name)?.value
    if (/^probe|^(iframe|object|embed|base|applet|style)$/.test(tagName)) foreign.push(tagName)
    for (const { name, value } of attrs) {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc' || name === 'autofocus')
        foreign.push(`${tagName} ${name}=${value}`)
      const address = value.replaceAll(/[\s\p{Cc}]/gu, '').toLowerCase()
      if (links.includes(name) && /^(javascript|vbscript|data:text)/.test(address))
        foreign.push(`${tagName} ${name}=${value}`)
    }
    if (tagName === 'script' && !ours(of('src'), of('type'), textIn(node)))
      foreign.push(`script ${textIn(node).slice(0, 80)}`)
  }
  return { foreign, text: textIn(document), attributes: attributesIn(document) }
}

/** Our own scripts are files, or JSON data. */
function ours(src: string | undefined, type: string | undefined, text: string): boolean {
  if (src !== undefined) return src.startsWith('/assets/') && text === ''
  if (!/^application\/(ld\+)?json$/.test(type ?? '')) return false
  JSON.parse(text)
  return true
}

const attributesIn = (document: Node) =>
  walk(document)
    .flatMap((node) => ('attrs' in node ? node.attrs.map(({ value }) => value) : []))
    .join('\n')
