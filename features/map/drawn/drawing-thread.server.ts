import { workerData } from 'node:worker_threads'
import { answerMessages } from '#platform/server/timed-thread/timed-thread-end.ts'
import { staticMapSvg } from '../static/static-map.server.ts'
import type { MapRenderJob } from './drawer.server.ts'
import { loadOutlines } from './outlines.server.ts'
import { drawTile } from './tile.server.ts'

const shapes = await loadOutlines((workerData as { stateDir: string }).stateDir)

answerMessages((message: string) => {
  const what = JSON.parse(message) as MapRenderJob
  return 'tile' in what
    ? drawTile(what.tile, shapes, what.cities, what.restaurants)
    : Buffer.from(staticMapSvg(what.place, shapes, what.cities))
})
