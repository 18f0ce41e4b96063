import { it } from 'vitest'
import { begins, cutOff } from './cut-off.ts'

// While the demo is filled in, and while places are imported: start.long.ts.
it(
  'a first start cut off while PostgreSQL begins leaves nothing running, and the next one works',
  { timeout: 240_000 },
  () => cutOff('SIGINT', begins, '0'),
)
