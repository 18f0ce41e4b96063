import { createReadStream } from 'node:fs'
import { OSMTransform } from 'osm-pbf-parser-node'
import { SaxesParser } from 'saxes'
import { boundingBoxCenter } from './position.ts'
import type { Progress } from './sources.server.ts'
import { isOsmEatery, wasOsmEatery } from './eatery.ts'

/** A node, way or relation as in OpenStreetMap's own files. */
export type OsmElement = {
  type: 'node' | 'way' | 'relation'
  id: number
  lat?: number
  lon?: number
  tags?: Record<string, string>
  /** Ids of a way's nodes. */
  refs?: number[]
  members?: { type: string; ref: number }[]
  /** Center of a way or relation, if Overpass has computed it. */
  center?: { lat: number; lon: number }
  bounds?: { minlat: number; maxlat: number; minlon: number; maxlon: number }
  timestamp?: string
}

const damagedPbf = 'The PBF file is damaged or breaks off.'
const otherPbf =
  'The PBF file isn’t packed by zlib, which is all that is read here; `osmium cat` packs it so.'
type Block = (OsmElement & { info?: { timestamp?: number | string | Date } })[]

/** Yields the elements of a PBF file, one array per block. */
export async function* pbfElements(path: string, progress: Progress): AsyncGenerator<OsmElement[]> {
  const file = createReadStream(path, { highWaterMark: 1_048_576 })
  const blocks = new OSMTransform({ withInfo: true })
  file.once('error', (error) => blocks.destroy(error))
  file.pipe(blocks)
  try {
    for await (const block of blocks as AsyncIterable<Block>) {
      progress.done = file.bytesRead
      yield block
        .filter(({ type }) => type === 'node' || type === 'way' || type === 'relation')
        .map(({ info, ...element }) => {
          const at = info?.timestamp
          return at === undefined ? element : { ...element, timestamp: new Date(at).toISOString() }
        })
    }
  } catch (error) {
    // The library's messages are about protocol buffers, which tell an operator nothing.
    const isPackedOtherwise = /^inflating (raw|\w+_data) not implemented$/.test(
      (error as Error).message,
    )
    throw new Error(isPackedOtherwise ? otherPbf : damagedPbf, { cause: error })
  } finally {
    file.destroy()
  }
}

const kinds = /^(?:node|way|relation)$/

/** Yields the elements of OpenStreetMap's or Overpass's XML as they are read. */
export async function* xmlElements(texts: AsyncIterable<string>): AsyncGenerator<OsmElement[]> {
  let done: OsmElement[] = []
  let open: OsmElement | null = null
  let remark = ''
  let inRemark = false
  let ended = false
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Error('The XML is damaged or breaks off.', { cause: error })
  })
  parser.on('opentag', ({ name, attributes: of }) => {
    if (kinds.test(name)) open = elementOf(name as OsmElement['type'], of)
    else if (name === 'remark') inRemark = true
    else if (open) within(open, name, of)
  })
  parser.on('text', (text) => {
    if (inRemark) remark += text
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'remark') inRemark = false
    if (name === 'osm') ended = true
    if (!open || name !== open.type) return
    done.push(open)
    open = null
  })
  for await (const text of texts) {
    parser.write(text)
    yield done
    done = []
  }
  if (!ended) throw new Error('The XML is damaged or breaks off.')
  if (/error|timed? ?out|memory/i.test(remark))
    throw new Error(`Overpass broke off: ${remark.trim().slice(0, 300)}`)
}

type Attributes = Record<string, string>

function elementOf(type: OsmElement['type'], of: Attributes): OsmElement | null {
  // A file saved by an editor still contains the elements that were deleted in the editor.
  if (of['visible'] === 'false' || of['action'] === 'delete') return null
  return {
    type,
    id: Number(of['id']),
    ...(of['lat'] !== undefined && { lat: Number(of['lat']), lon: Number(of['lon']) }),
    ...(of['timestamp'] !== undefined && { timestamp: of['timestamp'] }),
  }
}

function within(open: OsmElement, name: string, of: Attributes) {
  const number = (key: string) => Number(of[key])
  if (name === 'tag') (open.tags ??= {})[of['k'] ?? ''] = of['v'] ?? ''
  else if (name === 'nd') (open.refs ??= []).push(number('ref'))
  else if (name === 'member')
    (open.members ??= []).push({ type: of['type'] ?? '', ref: number('ref') })
  else if (name === 'center') open.center = { lat: number('lat'), lon: number('lon') }
  else if (name === 'bounds')
    open.bounds = {
      minlat: number('minlat'),
      maxlat: number('maxlat'),
      minlon: number('minlon'),
      maxlon: number('maxlon'),
    }
}

type Elements = () => AsyncIterable<OsmElement[]>

async function forEach(elements: Elements, act: (element: OsmElement) => void) {
  for await (const block of elements()) for (const element of block) act(element)
}

/**
 * Yields the elements with tags, each with its position if the file contains it. Ways and relations in OpenStreetMap's
 * own files only refer to their nodes, so the file is read once to find the areas that are places to eat (with `all`,
 * all areas), again for the ways of relations, and once more for the nodes. Only what these areas need is held in
 * memory.
 */
export async function* elementsWithPositions(
  elements: Elements,
  all: boolean,
): AsyncGenerator<OsmElement> {
  const areas: OsmElement[] = []
  const ways = new Map<number, number[]>()
  await forEach(elements, (element) => {
    if (!isPlaceless(element) || !(all || isPlaceToEat(element))) return
    areas.push(element)
    for (const { type, ref } of element.members ?? []) if (type === 'way') ways.set(ref, [])
  })
  if (ways.size > 0)
    await forEach(elements, ({ type, id, refs = [] }) => {
      if (type === 'way' && ways.has(id)) ways.set(id, refs)
    })
  const nodesOf = ({ refs = [], members = [] }: OsmElement) => [
    ...refs,
    ...members.filter(({ type }) => type === 'node').map(({ ref }) => ref),
    ...members.flatMap(({ type, ref }) => (type === 'way' ? (ways.get(ref) ?? []) : [])),
  ]
  const corners = new Map<number, Corner | null>()
  for (const area of areas) for (const id of nodesOf(area)) corners.set(id, null)
  for await (const block of elements())
    for (const element of block) {
      const { type, id, lat, lon } = element
      if (type === 'node' && corners.has(id) && lat !== undefined)
        corners.set(id, [precise(lon!), precise(lat)])
      if (element.tags && (lat !== undefined || element.center || element.bounds)) yield element
    }
  for (const area of areas) {
    const spots = nodesOf(area).flatMap((id) => [corners.get(id) ?? []].filter(isCorner))
    const center = boundingBoxCenter(spots)
    yield center ? { ...area, center: { lat: center.latitude, lon: center.longitude } } : area
  }
}

/** Longitude and latitude, in this order as in GeoJSON. */
type Corner = [number, number]
const isCorner = (corner: Corner | never[]): corner is Corner => corner.length === 2

const isPlaceless = ({ type, tags, center, bounds }: OsmElement) =>
  type !== 'node' && tags !== undefined && !center && !bounds

function isPlaceToEat({ tags }: OsmElement) {
  const tag = (key: string) => tags?.[key]
  return isOsmEatery(tag) || wasOsmEatery(tag)
}

/** Rounds to the seven decimals that OpenStreetMap stores, so that every format gives the same position. */
const precise = (degrees: number) => Number(degrees.toFixed(7))
