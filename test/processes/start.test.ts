import { it } from 'vitest'
import { begins, cutOff } from './cut-off.ts'

// start.long.ts interrupts a start while the demo is filled in, and an import of places.
it(
  'a first start cut off while PostgreSQL begins leaves nothing running, and the next one works',
  { tags: 'long', timeout: 240_000 },
  () => cutOff('SIGINT', begins, '0'),
)
