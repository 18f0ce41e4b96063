import { sql } from 'kysely'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Database, Services } from '#platform/server/services.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds after joining within which a first favorite counts for the invitation. */
const patience = 30 * day

/**
 * Stores by which invitation a newcomer came, until their first favorite is counted, for at most 30 days. A code of no
 * invitation, or of an ended one, changes nothing.
 */
export async function storeInvited(tx: Database, code: string, userId: number, now: Date) {
  await sql`
    insert into invited_members (user_id, invitation_id, joined_at, counted)
    select ${userId}, id, ${now}, false from invitations where code = ${code} and ended_at is null`.execute(
    tx,
  )
}

/**
 * Counts invited members once they are verified, because anybody can make accounts without a mailbox, and then their
 * first favorites. Then deletes the record of which invitation they came by, because nothing else is counted for an
 * invitation. Other records are deleted 30 days after the member joined.
 */
export const invitedMembersQueue = ({ database, clock }: Services): JobQueue => ({
  name: 'count-first-favorites',
  every: '* * * * *',
  async run() {
    await sql`
      with verified as (
        update invited_members invited set counted = true from users
         where users.id = invited.user_id and users.email_verified_at is not null and not invited.counted
        returning invitation_id)
      update invitations set joined = joined + counted.members
        from (select invitation_id, count(*)::integer as members from verified group by 1) counted
       where id = counted.invitation_id`.execute(database)
    await sql`
      with saved as (
        delete from invited_members invited using users
         where users.id = invited.user_id and users.email_verified_at is not null and invited.counted
           and exists (select from yolos where yolos.user_id = invited.user_id) returning invitation_id)
      update invitations set first_favorites = first_favorites + counted.members
        from (select invitation_id, count(*)::integer as members from saved group by 1) counted
       where id = counted.invitation_id`.execute(database)
    await database
      .deleteFrom('invited_members')
      .where('joined_at', '<', new Date(clock.now().getTime() - patience))
      .execute()
  },
})
