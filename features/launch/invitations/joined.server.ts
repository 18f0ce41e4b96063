import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds after joining within which a first favorite counts for the invitation. */
const patience = 30 * day

/**
 * Counts a newcomer for the invitation with this code, and stores that they came by it until their first favorite, for
 * at most 30 days. A code of no invitation, or of an ended one, changes nothing. Locks the invitation until the
 * transaction ends, so call it late.
 */
export async function countJoined(tx: Database, code: string, userId: number, now: Date) {
  await sql`
    with invited as (
      update invitations set joined = joined + 1 where code = ${code} and ended_at is null returning id)
    insert into invited_members (user_id, invitation_id, joined_at)
    select ${userId}, id, ${now} from invited`.execute(tx)
}

/**
 * Counts first favorites of invited members. Then deletes the record of which invitation they came by, because nothing
 * else is counted for an invitation. Records of members without a favorite are deleted 30 days after they joined.
 */
export const firstFavoritesQueue = ({ database, clock }: Services): JobQueue => ({
  name: 'count-first-favorites',
  every: '* * * * *',
  async run() {
    await sql`
      with saved as (
        delete from invited_members invited
         where exists (select from yolos where yolos.user_id = invited.user_id) returning invitation_id)
      update invitations set first_favorites = first_favorites + counted.members
        from (select invitation_id, count(*)::integer as members from saved group by 1) counted
       where id = counted.invitation_id`.execute(database)
    await database
      .deleteFrom('invited_members')
      .where('joined_at', '<', new Date(clock.now().getTime() - patience))
      .execute()
  },
})
