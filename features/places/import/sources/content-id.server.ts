import { createHash } from 'node:crypto'
import { fold } from '../../fold.ts'

type Known = { name: string; latitude: number; longitude: number; source: string }

/** The id of what its source gives none: the same name at the same spot, some ten metres wide, is the same place. */
export function contentId({ name, latitude, longitude, source }: Known): string {
  const content = [source, fold(name), latitude.toFixed(4), longitude.toFixed(4)]
  return `place:${createHash('sha256').update(content.join('\0')).digest('base64url').slice(0, 22)}`
}
