import { sql } from 'kysely'
import { addedAloneForAdminsSql } from '#domain/who-speaks.ts'
import { lockWithYolos } from '#domain/locks/lock-order.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { deleteRestaurantsOfMember } from './contract.ts'
import { deleteSubject } from './server.ts'

/** How many restaurants one call deletes at most, so that none takes long. */
const mostAtOnce = 50

/** SQL for the restaurants that a member added, and whether they alone speak for each. */
export const addedRestaurantsSql = (member: number) => sql<{ id: number; alone: boolean }>`
  select r.id, ${addedAloneForAdminsSql('r')} as alone
    from restaurants r where r.added_by = ${member} and r.deleted_at is null`

/** Deletes restaurants that a member added alone, each in a transaction of its own and as if it were deleted by itself. */
async function deleteAddedAlone({ database, clock }: Services, viewer: Viewer, member: number) {
  const added = () => addedRestaurantsSql(member).execute(database)
  let deleted = 0
  const { rows } = await added()
  for (const { id } of rows.filter(({ alone }) => alone).slice(0, mostAtOnce))
    deleted += await transact(database, async (tx) => {
      await lockWithYolos(tx, 'restaurant', [id])
      const { rows: now } = await addedRestaurantsSql(member).execute(tx)
      // Somebody may have saved a favorite there meanwhile.
      if (!now.some((one) => one.id === id && one.alone)) return 0
      return (await deleteSubject(tx, viewer, 'restaurant', id, clock.now())) ? 1 : 0
    })
  const { rows: after } = await added()
  const left = after.filter(({ alone }) => alone).length
  return { deleted, kept: after.length - left, left }
}

export const memberRestaurantHandlers = (services: Services) => [
  implementCall(deleteRestaurantsOfMember, ({ input: { id }, viewer }) =>
    deleteAddedAlone(services, viewer, id),
  ),
]
