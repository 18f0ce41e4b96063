import { implementCall, RawResponse } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { restaurantNotFound } from '../contract.ts'
import { tableSheet } from './contract.ts'
import { tableSheetSvg } from './sheet.server.ts'

export const tableSheetHandlers = ({ listing, settings }: Services) => [
  implementCall(tableSheet, async ({ input: { id, size } }) => {
    const restaurant = await listing
      .selectFrom('restaurants')
      .select('name')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null)
      .executeTakeFirst()
    if (!restaurant) throw restaurantNotFound()
    const address = `${settings.origin}/restaurant/${id}`
    return new RawResponse(tableSheetSvg({ name: restaurant.name, address }, size), {
      'Content-Type': 'image/svg+xml',
      'Content-Disposition': `inline; filename="table-sheet-${id}-${size}.svg"`,
      'Cache-Control': 'no-cache',
    })
  }),
]
