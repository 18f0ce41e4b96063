import { it } from 'vitest'
import { modelSeed, playModel } from './model.ts'

it('F8 keeps every rule for a minute of 50 clients around one item', () =>
  playModel(60_000, modelSeed()))
