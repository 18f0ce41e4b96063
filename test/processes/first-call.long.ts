import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { firstCall } from './first-call.ts'

it('F11 the first call after ready works, on an empty database, 20 times', async () => {
  for (let round = 1; round <= 20; round++) {
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-first-'))
    expect(await firstCall({ STATE_DIR: stateDir }, `first${round}`)).toEqual([200, 200, true])
    await rm(stateDir, { recursive: true, force: true })
  }
})
