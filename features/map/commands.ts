import type { Command } from '#platform/server/command.ts'
import { InvalidMapFile, readPmtilesFile, type MapFile } from './file/archive.server.ts'
import { installedMap } from './file/installed.server.ts'

const size = (bytes: number) =>
  bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`

function told({ kind, bounds, minzoom, maxzoom, bytes, layers, attribution }: MapFile) {
  const [west, south, east, north] = bounds
  const credits = attribution.map(({ text }) => text).join(', ')
  return [
    `  ${kind} tiles, zooms ${minzoom} to ${maxzoom}, ${size(bytes)}`,
    `  from ${south}, ${west} to ${north}, ${east} (latitude, longitude)`,
    ...(layers.length > 0 ? [`  layers: ${layers.join(', ')}`] : []),
    `  attribution: ${credits || 'none; OpenStreetMap’s is shown'}`,
  ].join('\n')
}

const map: Command = {
  name: 'map',
  summary: 'Show a map of one’s own: a PMTiles file',
  usage: `map install <file>   look at the file, copy it to where photos are kept, and show it from then on
map remove           show the drawn map again
map show             say which file is shown

The file is PMTiles of version 3 with vector tiles in the layers of Protomaps or OpenMapTiles, or with
pictures. Servers that run show it at once. MAP_STYLE_URL, where it is set, comes first. Backups leave it out.`,
  mayBegin: ([what]) => what === 'install',
  async run(args, { settings }) {
    const [what, path, ...rest] = args
    const installed = installedMap(settings)
    if (what === 'install' && path && rest.length === 0) {
      try {
        const file = await readPmtilesFile(path)
        await installed.install(path, file)
        console.log(`Installed ${path}:\n${told(file)}`)
        if (settings.mapStyles.length > 0)
          console.log('MAP_STYLE_URL is set and comes first: the file is shown once that is gone.')
        return 0
      } catch (error) {
        console.error(`${path}: ${problem(error)}`)
        return 1
      }
    }
    if (what === 'remove' && !path) {
      const gone = await installed.remove()
      console.log(gone ? 'Removed: the drawn map is shown.' : 'There was no map installed.')
      return 0
    }
    if (what === 'show' && !path) {
      const file = await installed.current()
      console.log(file ? `Installed:\n${told(file)}` : 'No map is installed.')
      return 0
    }
    console.error('Say what to do: npm run yolo -- map install <file>, map remove or map show')
    return 2
  },
}

function problem(error: unknown) {
  if (error instanceof InvalidMapFile) return `${error.message}.`
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file.'
  if (code === 'EISDIR') return 'that is a folder.'
  if (code === 'EACCES') return 'it may not be read.'
  return message
}

export const commands: Command[] = [map]
