import { existsSync, readFileSync } from 'node:fs'

const quotes = `'"\``

/** Returns the index after the quoted text that begins at `at`. */
function endOfText(source: string, at: number): number {
  const quote = source[at]
  let end = at + 1
  while (end < source.length && source[end] !== quote) end += source[end] === '\\' ? 2 : 1
  return end + 1
}

/** Returns the index after the bracket that closes the first one at or after `at`. */
function endOfBrackets(source: string, at: number): number {
  let depth = 0
  for (let end = at; end < source.length;) {
    const sign = source[end]!
    if (quotes.includes(sign)) {
      end = endOfText(source, end)
      continue
    }
    if (source.startsWith('//', end)) end = source.indexOf('\n', end)
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign) && --depth === 0) return end + 1
    end++
  }
  return source.length
}

/** Returns the titles of the tests and groups in a source text, as they are written: `as %s`, `${name}: no error`. */
export function titlesIn(source: string): string[] {
  const titles: string[] = []
  for (const { index, 0: word } of source.matchAll(/(?<![\w.'"`])(?:it|test|describe)(?=[.(])/g)) {
    let at = index + word.length
    for (;;) {
      const more = /^(?:\.\w+|<[^>()]*>)/.exec(source.slice(at, at + 100))
      if (more) at += more[0].length
      else if (source[at] !== '(') break
      else {
        const first = at + 1 + /^\s*/.exec(source.slice(at + 1, at + 200))![0].length
        if (quotes.includes(source[first]!)) {
          const title = source.slice(first + 1, endOfText(source, first) - 1)
          titles.push(title.replaceAll(/\\(.)/g, '$1'))
          break
        }
        at = endOfBrackets(source, at)
      }
    }
  }
  return titles
}

const read = new Map<string, string[] | null>()

/** Returns the titles in a file, or null if it doesn't exist. */
export function titlesOf(file: string): string[] | null {
  if (!read.has(file))
    read.set(file, existsSync(file) ? titlesIn(readFileSync(file, 'utf8')) : null)
  return read.get(file)!
}
