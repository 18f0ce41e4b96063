import { milesBetween, type Point } from '#domain/position/miles.ts'
import { restaurantAddress, restaurantName } from '#domain/shapes.ts'
import { foldText } from '#features/places/fold.ts'
import type { OpeningSpan } from '#features/places/import/opening-hours.server.ts'
import { parseHoursInThread } from '#features/places/import/read-hours.server.ts'
import {
  parsePhone,
  parsePosition,
  parseWebsite,
} from '#features/places/import/sources/source-place.ts'
import { badInput } from '#platform/contract/failure.ts'
import {
  createConcurrencyLimit,
  requesterOf,
} from '#platform/server/http/overload/concurrency-limit.ts'
import type { RequestFacts, Viewer } from '#platform/server/http/handler.ts'
import type { CorrectableField } from './fields.ts'
import { hoursProblem, readHoursInWords, toOsmHours, unknownWordIn } from './hours-in-words.ts'
import { maxPinMoveMiles } from './weight.server.ts'

/** A fact's value: a text, a point, a list of opening spans, or null if there is none. */
export type CorrectionValue = string | Point | object[] | null

type Asked = { viewer: Viewer; request: RequestFacts }

/** A single thread reads hours, and a text can take two seconds there. */
const hoursLimit = createConcurrencyLimit({
  running: { all: 1 },
  most: { all: 20, member: 2 },
  patience: 8_000,
})

const wrong = (message: string) => badInput({ fields: { value: message } })

/**
 * Parses what was typed for a field, with the same parsers as imports and the add-yolo wizard. Throws a refusal if it
 * isn't valid. It can take seconds, so call it before locking anything.
 */
export async function parseCorrectionValue(
  field: CorrectableField,
  typed: string,
  asked: Asked,
): Promise<CorrectionValue> {
  if (field === 'website') return readWebsite(typed)
  if (typed === '') throw wrong('Please fill this in.')
  if (field === 'position') return readPosition(typed)
  if (field === 'hours') return parseHours(typed, asked)
  if (field === 'phone') return parsePhone(typed) ?? refused('This can’t be a phone number.')
  const shape = field === 'name' ? restaurantName : restaurantAddress
  const { data, error } = shape.safeParse(typed)
  if (data === undefined) throw wrong(error.issues[0]!.message)
  if (field === 'name' && foldText(data) === '') throw wrong('Please write the name with letters.')
  return data
}

/** Parses opening hours in words or as OpenStreetMap writes them. Throws a refusal if they aren't clear. */
export async function parseHours(
  typed: string,
  { viewer, request }: Asked,
): Promise<OpeningSpan[]> {
  const inWords = readHoursInWords(typed)
  // OSM's parser would guess what the words leave open.
  if (!inWords && unknownWordIn(typed) === null) refused(hoursProblem(typed))
  const hours = await request.withoutPermit(() =>
    hoursLimit.run(requesterOf({ viewer, ip: request.ip }), () =>
      parseHoursInThread(inWords ? toOsmHours(inWords) : typed),
    ),
  )
  return hours ?? refused(hoursProblem(typed))
}

function refused(message: string): never {
  throw wrong(message)
}

/** Returns null for an empty text, which takes a wrong link away. Of several addresses the parser would take the first. */
function readWebsite(typed: string): string | null {
  if (typed === '') return null
  const website = /[\s;]/.test(typed) ? null : parseWebsite(typed)
  return (
    website ??
    refused('Write one web address, like https://example.com, or nothing to take it away.')
  )
}

function readPosition(typed: string): Point {
  const numbers = typed.split(/[\s,;]+/).filter(Boolean)
  if (numbers.length !== 2) throw wrong('Write it as latitude and longitude: “44.978, -93.265”.')
  try {
    return parsePosition(numbers[0], numbers[1])
  } catch (error) {
    throw wrong(`This ${(error as Error).message}.`)
  }
}

/** Throws a refusal if a pin is farther from `from` than members may move it. */
export function refuseDistantPin(
  field: CorrectableField,
  value: CorrectionValue,
  from: Point,
): void {
  if (field === 'position' && milesBetween(from, value as Point) > maxPinMoveMiles)
    throw wrong(
      `That is more than ${maxPinMoveMiles} miles from where it was. Is it another restaurant?`,
    )
}
