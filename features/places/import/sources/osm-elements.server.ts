import { createReadStream } from 'node:fs'
import { OSMTransform } from 'osm-pbf-parser-node'
import { SaxesParser } from 'saxes'
import type { Progress } from './sources.server.ts'

/** A node, way or relation as OpenStreetMap's own files hold it. */
export type OsmElement = {
  type: 'node' | 'way' | 'relation'
  id: number
  lat?: number
  lon?: number
  tags?: Record<string, string>
  /** A way's nodes. */
  refs?: number[]
  members?: { type: string; ref: number }[]
  /** What Overpass may have reckoned already. */
  center?: { lat: number; lon: number }
  bounds?: { minlat: number; maxlat: number; minlon: number; maxlon: number }
  timestamp?: string
}

const damagedPbf = 'The PBF file is damaged or breaks off.'
const otherPbf =
  'The PBF file isn’t packed by zlib, which is all that is read here; `osmium cat` packs it so.'
type Block = (OsmElement & { info?: { timestamp?: number | string | Date } })[]

/** Block by block, as they were packed. */
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
        .map(({ info, ...one }) => {
          const at = info?.timestamp
          return at === undefined ? one : { ...one, timestamp: new Date(at).toISOString() }
        })
    }
  } catch (error) {
    // The library's words would name protocol buffers.
    const isPackedOtherwise = /^inflating (raw|\w+_data) not implemented$/.test(
      (error as Error).message,
    )
    throw new Error(isPackedOtherwise ? otherPbf : damagedPbf, { cause: error })
  } finally {
    file.destroy()
  }
}

const kinds = /^(?:node|way|relation)$/

/** OpenStreetMap's XML, Overpass's too, as it comes. */
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
  // An editor's file keeps what it deleted.
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
