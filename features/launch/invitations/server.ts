import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import {
  caseInsensitiveSql,
  newestFirst,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import { placeNotFound } from '#features/places/contract.ts'
import { loadGazetteer } from '#features/places/gazetteer/gazetteer.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall, type Viewer } from '#platform/server/http/handler.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Services } from '#platform/server/services.ts'
import { isRobot } from '../robots.server.ts'
import { codeLength, codeLetters } from './code.ts'
import {
  endInvitation,
  invitationNotFound,
  invitations,
  makeInvitation,
  openInvitation,
  reopenInvitation,
  showInvitation,
} from './contract.ts'

type Row = OutputOf<typeof invitations>['items'][number]
type Input = ParsedInputOf<typeof invitations>

export const invitationHandlers = (services: Services) => {
  const { database, listing, settings, clock } = services

  /** Ends or reopens an invitation. Changes nothing if the invitation already is in that state. */
  const change = (id: number, viewer: Viewer, ended: boolean) =>
    transact(database, async (tx) => {
      const now = clock.now()
      const row = await tx
        .selectFrom('invitations')
        .select('ended_at')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw invitationNotFound()
      const before = { ended: row.ended_at !== null }
      if (before.ended === ended) return {}
      await tx
        .updateTable('invitations')
        .set({ ended_at: ended ? now : null })
        .where('id', '=', id)
        .execute()
      const action = ended ? 'invitation.end' : 'invitation.reopen'
      await recordAudit(tx, viewer, action, `invitation ${id}`, {
        before,
        after: { ended },
        at: now,
      })
      return {}
    })

  return [
    implementCall(showInvitation, async ({ input: { code } }) => {
      const found = await listing
        .selectFrom('invitations')
        .select(['city_label as cityName', 'city_slug as citySlug'])
        .where('code', '=', code)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (!found) throw invitationNotFound()
      return found
    }),

    implementCall(openInvitation, async ({ input: { code }, request }) => {
      if (!isRobot(request.userAgent))
        await sql`update invitations set opened = opened + 1 where code = ${code} and ended_at is null`.execute(
          database,
        )
      return {}
    }),

    implementCall(invitations, ({ input }) => tablePage(database, listOf(input), input)),

    implementCall(makeInvitation, async ({ input: { citySlug, campaign }, viewer }) => {
      const city = (await loadGazetteer(settings.stateDir)).cityBySlug(citySlug)
      if (!city) throw placeNotFound()
      const now = clock.now()
      const code = newCode()
      return transact(database, async (tx) => {
        const row = { code, campaign, city_slug: city.slug, city_label: city.name, created_at: now }
        const { id } = await tx
          .insertInto('invitations')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow()
        const after = { campaign, city: city.name, code }
        await recordAudit(tx, viewer, 'invitation.make', `invitation ${id}`, { after, at: now })
        return { id, code }
      })
    }),

    implementCall(endInvitation, ({ input: { id }, viewer }) => change(id, viewer, true)),
    implementCall(reopenInvitation, ({ input: { id }, viewer }) => change(id, viewer, false)),
  ]
}

const newCode = () =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

const listOf = ({
  citySlug,
  ended,
}: Input): TableList<Row, NonNullable<Input['sort']>, string> => ({
  columns: sql`id, code, campaign, city_label as "cityName", city_slug as "citySlug", ${isoTimestampSql('created_at')} as "createdAt",
               ended_at is not null as ended, opened, joined, first_favorites as "firstFavorites"`,
  from: sql`invitations`,
  where: [
    ...(citySlug === undefined ? [] : [sql<boolean>`city_slug = ${citySlug}`]),
    ...(ended === undefined ? [] : [sql<boolean>`(ended_at is not null) = ${ended}`]),
  ],
  texts: [sql`campaign`, sql`city_label`, sql`code`],
  sorts: {
    campaign: caseInsensitiveSql('campaign'),
    cityName: caseInsensitiveSql('city_label'),
    opened: sql`opened`,
    joined: sql`joined`,
    firstFavorites: sql`first_favorites`,
    createdAt: sql`created_at`,
  },
  id: sql`id`,
  own: newestFirst('created_at', 'id'),
})
