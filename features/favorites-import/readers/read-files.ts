import { unzipSync } from 'fflate'
import { maxTextLength } from '#domain/text-limit.ts'
import { countCharacters } from '#platform/text/characters.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { maxPlaces } from '../limits.ts'
import { placesOfJson } from './json.ts'
import { mergePlaces } from './merge-places.ts'
import { oneLine, type SavedPlace } from './saved-place.ts'
import { placesOfRows, rowsOfCsv } from './tables.ts'
import { textOfBytes } from './text.ts'
import { placesOfXml } from './xml.ts'

const megabyte = 2 ** 20
/**
 * Maximum sizes in bytes. `file`: of a chosen file, which can be a zip. `part`: of a file that is read, from a zip or
 * not. `parts`: of all files that are read from one zip, together.
 */
export const maxBytes = { file: 300 * megabyte, part: 40 * megabyte, parts: 150 * megabyte }
const maxParts = 500
/** Maximum number of problems that are told one by one, because a page with tens of thousands of lines hangs. */
const maxProblems = 20

type Part = { name: string; bytes: Uint8Array }
export type ReadResult = {
  places: SavedPlace[]
  /** What couldn't be read or was left out, in words. */
  problems: string[]
}

type Reading = {
  places: SavedPlace[]
  problems: string[]
  leftOut: number
  unnamed: number
  tooLong: number
}

/** Reads places out of files that somebody chose. Never throws: `problems` says what can't be read. */
export async function readFiles(files: readonly File[]): Promise<ReadResult> {
  const reading: Reading = { places: [], problems: [], leftOut: 0, unnamed: 0, tooLong: 0 }
  for (const file of files) {
    const before = foundIn(reading)
    await readChosen(file, reading).catch(() =>
      reading.problems.push(`${shown(file.name)} can’t be read: it is damaged.`),
    )
    if (foundIn(reading) === before && reading.leftOut === 0)
      reading.problems.push(whyNothing(file.name))
  }
  if (reading.leftOut > 0)
    reading.problems.unshift(
      `Your files have more than ${maxPlaces.toLocaleString('en-US')} places. The first ${maxPlaces.toLocaleString('en-US')} were read.`,
    )
  if (reading.unnamed > 0)
    reading.problems.unshift(
      `${countWithNoun(reading.unnamed, 'place')} without a name ${pluralize(reading.unnamed, 'was', 'were')} left out.`,
    )
  if (reading.tooLong > 0)
    reading.problems.unshift(
      `${countWithNoun(reading.tooLong, 'review')} of more than ${maxTextLength} characters ${pluralize(reading.tooLong, 'was', 'were')} left out.`,
    )
  return { places: mergePlaces(reading.places), problems: firstProblems(reading.problems) }
}

function whyNothing(name: string): string {
  if (isOtherKind(name))
    return `${shown(name)} isn’t a kind of file that we read. Choose a zip, JSON, CSV, KML, GPX or HTML file.`
  return `We found no places in ${shown(name)}.`
}

/** Returns the first problems, and how many more there are. */
function firstProblems(problems: string[]): string[] {
  const more = problems.length - maxProblems
  if (more <= 0) return problems
  return [...problems.slice(0, maxProblems), `And ${more.toLocaleString('en-US')} more.`]
}

/** Returns how much was found so far, to tell whether a file added something. */
const foundIn = ({ places, problems, unnamed }: Reading) =>
  places.length + problems.length + unnamed

/** Returns the name of a file without its folders, in quotation marks. */
const shown = (name: string) => `“${oneLine(name.split(/[/\\]/).at(-1)).slice(0, 60)}”`

const endingOf = (name: string) => /\.([a-z\d]+)$/.exec(name.toLowerCase())?.[1] ?? ''

/** Returns whether a file's name says that it is of a kind that isn't read, such as a PDF or a photo. */
const isOtherKind = (name: string) =>
  !/^(?:|zip|kmz|json|geojson|csv|tsv|txt|kml|gpx|xml|html?)$/.test(endingOf(name))

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

async function readChosen(file: File, reading: Reading): Promise<void> {
  const { name } = file
  if (file.size > maxBytes.file) {
    reading.problems.push(`${shown(name)} is too large. Choose the files with your places in it.`)
    return undefined
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isZip(bytes)) return readFile({ name, bytes }, reading)
  for (const part of filesOfZip(name, bytes, reading))
    await readFile(part, reading, true).catch(() =>
      reading.problems.push(`${shown(part.name)} can’t be read: it is damaged.`),
    )
}

/**
 * Files of Google's archive that aren't read: settings, labeled places such as one's home, and histories of everywhere
 * that somebody has been, which may be huge.
 */
const unwanted =
  /(?:records|timeline|settings|\d{4}_[a-z]+|commute routes|labeled places)[^/]*\.json$/i

/**
 * Unpacks the files of a zip that can contain places. The sizes that the zip states are checked first, and no more
 * bytes are unpacked, so a zip can't fill the memory. Nothing is written to disk, so the paths in the zip don't matter.
 */
function filesOfZip(name: string, bytes: Uint8Array, reading: Reading): Part[] {
  let [total, count] = [0, 0]
  const tooLarge: string[] = []
  const parts = unzipSync(bytes, {
    filter({ name: part, originalSize, size }) {
      const ending = endingOf(part)
      if (ending === 'zip' || ending === 'kmz') {
        reading.problems.push(`${shown(part)} is a zip within a zip. Open it on its own.`)
        return false
      }
      if (!/^(?:json|geojson|csv|kml|gpx|html)$/.test(ending) || unwanted.test(part)) return false
      const isOver =
        originalSize > maxBytes.part || total + originalSize > maxBytes.parts || count >= maxParts
      if (isOver || size > originalSize + megabyte) {
        tooLarge.push(part)
        return false
      }
      total += originalSize
      count += 1
      return true
    },
  })
  if (tooLarge.length > 0)
    reading.problems.push(
      `In ${shown(name)}, ${shown(tooLarge[0]!)}${tooLarge.length > 1 ? ` and ${tooLarge.length - 1} more` : ''} would be too large, and was left out.`,
    )
  const all = Object.entries(parts).map(([part, content]) => ({ name: part, bytes: content }))
  // Our own archive also has tables of other things, such as upvotes. The favorites are in `my-data.json`.
  const own = all.find(({ name: part }) => part === 'my-data.json')
  return own ? [own] : all
}

/**
 * Reads a file that isn't a zip. If it was in a zip, its contents aren't reported as a problem, because a zip also has
 * files without places.
 */
async function readFile({ name, bytes }: Part, reading: Reading, inZip = false): Promise<void> {
  if (bytes.length > maxBytes.part) {
    reading.problems.push(`${shown(name)} is too large to be read.`)
    return
  }
  const text = textOfBytes(bytes)
  const start = text
    .trimStart()
    .slice(0, 200)
    .replace(/^\uFEFF/, '')
    .toLowerCase()
  const complain = (words: string) => {
    if (!inZip && !isOtherKind(name)) reading.problems.push(`${shown(name)} ${words}`)
  }
  if (start === '') complain('is empty.')
  else if (start.startsWith('{') || start.startsWith('[')) {
    const value = jsonOf(text)
    if (value === undefined) complain('can’t be read: it isn’t a whole JSON file.')
    else take(placesOfJson(value), reading)
  } else if (/^<(?:!doctype html|html|table|body)/.test(start) || endingOf(name) === 'html') {
    const { rowsOfHtml } = await import('./html.ts')
    for (const rows of rowsOfHtml(text)) take(placesOfRows(rows), reading)
  } else if (start.startsWith('<')) {
    const { places, isWhole } = placesOfXml(text)
    take(places, reading)
    if (!isWhole) complain('is damaged. What stands before that was read.')
  } else if (
    isText(start) &&
    take(placesOfRows(rowsOfCsv(text, maxPlaces + 10)), reading) === false
  )
    complain('has no column with names, like “Title” or “Name”.')
}

/** Returns whether the start of a file has no control characters, which binary files such as photos have. */
const isText = (start: string) => !/(?![\t\n\r])\p{Cc}/u.test(start)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/**
 * Adds places up to the maximum, and counts the rest, those without a name, and reviews that are too long to be saved.
 * Returns what the generator returns.
 */
function take<T>(found: Iterable<SavedPlace | null, T>, reading: Reading): T | undefined {
  const places = found[Symbol.iterator]()
  for (;;) {
    const { done, value } = places.next()
    if (done) return value
    if (value === null) reading.unnamed += 1
    else if (reading.places.length === maxPlaces) reading.leftOut += 1
    else if (countCharacters(value.reason) <= maxTextLength) reading.places.push(value)
    else {
      reading.tooLong += 1
      reading.places.push({ ...value, reason: '' })
    }
  }
}
