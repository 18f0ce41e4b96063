import { z } from 'zod'
import { idCursor, tableInput, tableOutput } from '#features/admin/table-contract.ts'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'

const marked = { access: 'admin-514', limit: 'read' } as const

const reported = z.object({
  id,
  name: z.string(),
  restaurantName: z.string(),
  reportCount: z.int(),
  /** True if it is hidden from listings, because five verified members or an admin reported it. */
  hidden: z.boolean(),
})

const item = reported.extend({ restaurantId: id })

export const listReportedItems = call('GET /markedExpiredItem', {
  ...marked,
  summary:
    'Items reported as no longer on the menu: hidden ones first, then by the reports that count; 1,000',
  input: z.object({ v: ignoredCacheBuster }),
  output: z.array(item),
})

const hidden = z.boolean().optional()

export const reportedItemsTable = call('GET /admin/expired-items', {
  ...marked,
  summary:
    'Items reported as no longer on the menu as a table: filtered by `q`, in the order of `GET /markedExpiredItem` or sorted by a column, 100 a page',
  input: tableInput(['name', 'restaurantName', 'reportCount'], idCursor).extend({ hidden }),
  output: tableOutput(item, idCursor),
})
