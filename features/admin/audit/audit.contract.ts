import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { emptyObject, id, instant, oneLineText } from '#platform/contract/shapes.ts'
import { dayRangeInput } from '../days.ts'
import { timeCursor, tableInput, tableOutput } from '../table-contract.ts'

/** Id of the user who acted, or 0 for the operator. */
const actor = z.int().min(0).max(2_147_483_647)

export const auditLog = call('GET /admin/audit', {
  access: 'admin',
  limit: 'read',
  summary:
    'Who did what by right of their role, filtered by `q`, newest first or sorted by a column, 100 a page: of an `actor` (0 is the operator), of a `subject` (`item 5`, or `item` for all of its kind), of an `action` (`item.delete`, or `item`), from one day to another',
  input: tableInput(['at', 'actor', 'action', 'subject'], timeCursor).extend({
    ...dayRangeInput.shape,
    actor: actor.optional(),
    subject: oneLineText(200, 0).optional(),
    action: oneLineText(100, 0).optional(),
  }),
  output: tableOutput(
    z.object({
      id: z.int(),
      at: instant,
      actor,
      /** Null if the account was deleted or the actor is the operator. */
      actorName: z.string().nullable(),
      /** Id of the admin who acted as `actor`, if anyone did. */
      through: id.nullable(),
      action: z.string(),
      subject: z.string(),
      before: z.unknown(),
      after: z.unknown(),
    }),
    timeCursor,
  ),
})

export const recordExport = call('POST /admin/exports', {
  access: 'admin',
  limit: 'write',
  summary: 'Write down that a table is taken along as a file, before it is',
  input: z.object({
    /** Name of the exported table. */
    name: oneLineText(200),
    rows: z.int().min(0).max(100_000_000),
  }),
  output: emptyObject,
})
