import { it } from 'vitest'
import { modelSeed, playModel } from './model.ts'

it(
  'F8 keeps every rule while 50 clients edit, move, rename, swap, report and delete around one item',
  { timeout: 120_000 },
  () => playModel(5_000, modelSeed()),
)
