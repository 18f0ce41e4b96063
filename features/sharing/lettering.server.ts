import { readFileSync } from 'node:fs'
import { escapeXml } from '#platform/text/xml.ts'

type Weight = 500 | 800
export type TextStyle = { size: number; weight: Weight; fill: string }
type Glyph = { advance: number; path: string }

let read: Record<Weight, Map<string, Glyph>> | undefined

/** Returns the font's letters as outlines. Servers have different fonts, but pictures must look the same on each. */
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

// Characters that the font lacks are drawn in the machine's own fonts, where they are about this wide (in thousandths
// of the font size).
const guessedAdvance = (character: string) => (character.codePointAt(0)! >= 0x1100 ? 1000 : 600)

export function widthOf(text: string, { size, weight }: TextStyle): number {
  const known = glyphs(weight)
  let units = 0
  for (const character of text) units += known.get(character)?.advance ?? guessedAdvance(character)
  return (units * size) / 1000
}

const segments = new Intl.Segmenter('en')

/** Cuts a text to the width, with an ellipsis if something is missing. */
export function truncate(text: string, style: TextStyle, width: number): string {
  if (widthOf(text, style) <= width) return text
  const characters = [...segments.segment(text)].map(({ segment }) => segment)
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, style) > width)
    characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Splits a text into at most `maxLines` lines that are no wider than `width`. */
export function wrap(text: string, style: TextStyle, width: number, maxLines: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.at(-1) && widthOf(longer, style) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown[maxLines - 1] = lines.slice(maxLines - 1).join(' ')
  return shown.map((line) => truncate(line, style, width))
}

/**
 * Returns a line of text as SVG whose middle is at `x`. A text with characters that the font lacks is written as a
 * single <text> element, so that letters are joined and run from right to left where their script requires it.
 */
export function centredLineSvg(text: string, style: TextStyle, x: number, y: number): string {
  const known = glyphs(style.weight)
  if (Array.from(text).every((character) => known.has(character)))
    return lineSvg(text, style, x - widthOf(text, style) / 2, y)
  const { size, weight, fill } = style
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(text)}</text>`
}

/** Returns a line of text as SVG that starts at `x`. */
export function lineSvg(text: string, style: TextStyle, x: number, y: number): string {
  const { size, weight, fill } = style
  const known = glyphs(weight)
  const scale = size / 1000
  let at = x
  let paths = ''
  let others = ''
  for (const character of text) {
    const glyph = known.get(character)
    if (glyph?.path)
      paths += `<path transform="translate(${at.toFixed(1)} ${y}) scale(${scale})" d="${glyph.path}"/>`
    else if (!glyph)
      others += `<text x="${at.toFixed(1)}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}">${escapeXml(character)}</text>`
    at += (glyph?.advance ?? guessedAdvance(character)) * scale
  }
  return `<g fill="${fill}">${paths}${others}</g>`
}
