import { readFileSync } from 'node:fs'
import { escapeXml } from '#platform/text/xml.ts'

export type Weight = 500 | 800
type Glyph = { advance: number; path: string }

let read: Record<Weight, Map<string, Glyph>> | undefined

/** Letters as outlines: a server has whatever fonts it has, and a picture must look the same on each. */
function glyphs(weight: Weight): Map<string, Glyph> {
  if (!read) {
    read = { 500: new Map(), 800: new Map() }
    const file = new URL('bricolage.glyphs.txt', import.meta.url)
    for (const row of readFileSync(file, 'utf8').split('\n')) {
      const [of, code, advance, path = ''] = row.split('\t')
      if (!of || !code || row.startsWith('#')) continue
      read[Number(of) as Weight].set(String.fromCodePoint(Number.parseInt(code, 16)), {
        advance: Number(advance),
        path,
      })
    }
  }
  return read[weight]
}

// What the font lacks is the machine's own letters; about as wide as this.
const guessed = (character: string) => (character.codePointAt(0)! >= 0x1100 ? 1000 : 600)

export function widthOf(text: string, size: number, weight: Weight): number {
  const known = glyphs(weight)
  let units = 0
  for (const character of text) units += known.get(character)?.advance ?? guessed(character)
  return (units * size) / 1000
}

const segments = new Intl.Segmenter('en')

/** As much of a text as fits, with an ellipsis where something is missing. */
export function cut(text: string, size: number, weight: Weight, width: number): string {
  if (widthOf(text, size, weight) <= width) return text
  const characters = [...segments.segment(text)].map(({ segment }) => segment)
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, size, weight) > width)
    characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Lines no wider than `width`, at most `most` of them. */
export function wrap(text: string, size: number, weight: Weight, width: number, maxLines: number) {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line && widthOf(longer, size, weight) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  lines.push(line)
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown[maxLines - 1] = lines.slice(maxLines - 1).join(' ')
  return shown.map((one) => cut(one, size, weight, width))
}

type Place = { x: number; y: number; size: number; weight: Weight; fill: string; end?: boolean }

/** One line as SVG; `x` is its beginning, or its end. */
export function letters(text: string, { x, y, size, weight, fill, end }: Place): string {
  const known = glyphs(weight)
  const scale = size / 1000
  let at = end ? x - widthOf(text, size, weight) : x
  let paths = ''
  let others = ''
  for (const character of text) {
    const glyph = known.get(character)
    if (glyph?.path)
      paths += `<path transform="translate(${at.toFixed(1)} ${y}) scale(${scale})" d="${glyph.path}"/>`
    else if (!glyph)
      others += `<text x="${at.toFixed(1)}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}">${escapeXml(character)}</text>`
    at += (glyph?.advance ?? guessed(character)) * scale
  }
  return `<g fill="${fill}">${paths}${others}</g>`
}
