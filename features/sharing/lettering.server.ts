import { readFileSync } from 'node:fs'
import { startsRightToLeft } from '#platform/text/direction.ts'
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

/**
 * Scripts whose letters stand alone, one after the other from the left, each in a width that we know or can guess. A
 * text with letters of another script is drawn whole in the machine's fonts, which join and order the letters.
 */
const onlySeparateLetters =
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*$/u
const isDrawnWhole = (text: string) => !onlySeparateLetters.test(text)

/**
 * Returns about how wide a character is in the machine's fonts, in thousandths of the font size. In a text that is drawn
 * whole it is rather too wide, so that the text doesn't exceed its room in DejaVu, a wide font.
 */
function guessedAdvance(character: string, whole: boolean, weight: Weight): number {
  if (/\p{Mn}/u.test(character)) return 0
  if (character.codePointAt(0)! >= 0x1100) return 1000
  if (!whole) return 600
  return weight === 800 ? 750 : 650
}

/** The width of a text, or of a line of the text `of`. */
export function widthOf(text: string, { size, weight }: TextStyle, of = text): number {
  const known = glyphs(weight)
  const whole = isDrawnWhole(of)
  let units = 0
  for (const character of text) {
    const glyph = known.get(character)
    units += glyph ? glyph.advance * (whole ? 1.2 : 1) : guessedAdvance(character, whole, weight)
  }
  return (units * size) / 1000
}

const segments = new Intl.Segmenter('en')

/** Cuts a text, or a line of the text `of`, to the width, with an ellipsis if something is missing. */
export function truncate(text: string, style: TextStyle, width: number, of = text): string {
  if (widthOf(text, style, of) <= width) return text
  const characters = [...segments.segment(text)].map(({ segment }) => segment)
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, style, of) > width)
    characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Splits a text into at most `maxLines` lines that are no wider than `width`. */
export function wrap(text: string, style: TextStyle, width: number, maxLines: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.at(-1) && widthOf(longer, style, text) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown[maxLines - 1] = lines.slice(maxLines - 1).join(' ')
  return shown.map((line) => truncate(line, style, width, text))
}

/** Returns a line of the text `of` as a single <text>, in the machine's fonts and in the text's direction. */
function wholeLineSvg(
  line: string,
  { size, weight, fill }: TextStyle,
  [x, y]: [number, number],
  anchor: 'left' | 'middle',
  of: string,
): string {
  const rightToLeft = startsRightToLeft(of)
  // A text from right to left ends at its left edge.
  const anchors = { left: rightToLeft ? 'end' : 'start', middle: 'middle' }
  const direction = rightToLeft ? ' direction="rtl"' : ''
  return `<text x="${x}" y="${y}" text-anchor="${anchors[anchor]}"${direction} font-family="sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(line)}</text>`
}

/** Returns a line of the text `of` as SVG whose middle is at `x`. */
export function centredLineSvg(
  line: string,
  style: TextStyle,
  x: number,
  y: number,
  of = line,
): string {
  const known = glyphs(style.weight)
  const isKnown = Array.from(line).every((character) => known.has(character))
  return isKnown && !isDrawnWhole(of)
    ? lineSvg(line, style, x - widthOf(line, style) / 2, y)
    : wholeLineSvg(line, style, [x, y], 'middle', of)
}

/** Returns a line of the text `of` as SVG whose left edge is at `x`. */
export function lineSvg(line: string, style: TextStyle, x: number, y: number, of = line): string {
  if (isDrawnWhole(of)) return wholeLineSvg(line, style, [x, y], 'left', of)
  const { size, weight, fill } = style
  const known = glyphs(weight)
  const scale = size / 1000
  let at = x
  let paths = ''
  let others = ''
  for (const character of line) {
    const glyph = known.get(character)
    if (glyph?.path)
      paths += `<path transform="translate(${at.toFixed(1)} ${y}) scale(${scale})" d="${glyph.path}"/>`
    else if (!glyph)
      others += `<text x="${at.toFixed(1)}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}">${escapeXml(character)}</text>`
    at += (glyph?.advance ?? guessedAdvance(character, false, weight)) * scale
  }
  return `<g fill="${fill}">${paths}${others}</g>`
}
