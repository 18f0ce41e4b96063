import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { crashRound, prepareWorld, type Acknowledged } from './crash.ts'

it('F1 loses nothing in 100 crashes', async () => {
  for (let world = 0; world < 10; world++) {
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-crashes-'))
    const made = await prepareWorld(stateDir)
    const kept: Acknowledged = { yolos: [], votes: [] }
    for (let round = 0; round < 10; round++)
      expect(await crashRound(stateDir, made, round, kept)).toEqual({ lost: [], broken: [] })
    expect(kept.yolos.length).toBeGreaterThan(50)
    await rm(stateDir, { recursive: true, force: true })
  }
})
