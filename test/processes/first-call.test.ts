import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { copyDatabase } from '#platform/testing/database/database.ts'
import { firstCall } from './first-call.ts'

it(
  'F11 the first call after ready works, on a database without queues',
  { tags: 'long' },
  async () => {
    const stateDir = await mkdtemp(join(tmpdir(), 'yolo-first-'))
    const answers = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const copy = await copyDatabase(inject('postgresUrl'))
        try {
          return await firstCall({ DATABASE_URL: copy.url, STATE_DIR: stateDir }, `first${n}`)
        } finally {
          await copy.drop()
        }
      }),
    )
    expect(answers).toEqual(answers.map(() => [200, 200, true]))
    await rm(stateDir, { recursive: true })
  },
)
