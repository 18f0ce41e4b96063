import { expect, test } from 'vitest'
import { transact } from '#platform/server/database/database.ts'
import { testApp } from '#platform/testing/app.ts'
import { recordAudit, operatorActor } from './audit.ts'

const app = await testApp()
const rows = () => app.database.selectFrom('audit').selectAll().orderBy('id').execute()

test('says who did what to what, through which account, before and after, and when', async () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const id = await transact(app.database, (tx) =>
    recordAudit(tx, { id: 20, actingUserId: 514 }, 'item.adjust', 'item 7', {
      before: { adjustment: 0 },
      after: { adjustment: 3 },
      at,
    }),
  )
  expect(await rows()).toEqual([
    {
      id,
      at,
      actor_id: 20,
      through_id: 514,
      action: 'item.adjust',
      subject: 'item 7',
      before: { adjustment: 0 },
      after: { adjustment: 3 },
    },
  ])
})

test('goes with a transaction that is given up; what isn’t said is null', async () => {
  const before = await rows()
  const work = transact(app.database, async (tx) => {
    await recordAudit(tx, operatorActor, 'user.unmake', 'user 6')
    throw new Error('given up')
  })
  await expect(work).rejects.toThrow('given up')
  expect(await rows()).toEqual(before)
  await recordAudit(app.database, operatorActor, 'user.unmake', 'user 6')
  expect((await rows()).at(-1)).toMatchObject({ actor_id: 0, before: null, after: null })
})
