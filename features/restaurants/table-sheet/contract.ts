import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { id, ignoredCacheBuster } from '#platform/contract/shapes.ts'
import { restaurantNotFound } from '../contract.ts'

export const sheetSizes = ['A5', 'A6'] as const

export const tableSheet = call('GET /restaurants/:id/table-sheet', {
  summary:
    'A sheet to print for a restaurant’s tables, whose QR code leads to its page (SVG, black on white, A5 or A6)',
  access: 'anyone',
  limit: 'export',
  input: z.object({ id, size: z.enum(sheetSizes).default('A6'), v: ignoredCacheBuster }),
  output: z.any(),
  produces: 'image/svg+xml',
  errors: [restaurantNotFound],
})
