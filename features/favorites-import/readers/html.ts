import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** Returns the rows of each table of a page. In Yelp's archive, each kind of data is a page with a table. */
export function rowsOfHtml(text: string): string[][][] {
  const tables: string[][][] = []
  const open: Tree.ChildNode[] = [...parse(text).childNodes].toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === 'table') tables.push([])
    else if (node.nodeName === 'tr') tables.at(-1)?.push([])
    else if (node.nodeName === 'td' || node.nodeName === 'th') {
      tables.at(-1)?.at(-1)?.push(textOf(node).trim())
      continue
    }
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
  return tables
}

function textOf(node: Tree.ChildNode): string {
  const texts: string[] = []
  const open = [node]
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.nodeName === 'br') texts.push(' ')
    if (one.nodeName === '#text' && 'value' in one) texts.push(one.value)
    if ('childNodes' in one) for (const child of one.childNodes.toReversed()) open.push(child)
  }
  return texts.join('')
}
