import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'POST /saved-places/match': {
    input: () => ({ places: [{ name: 'Diner', latitude: 44.98, longitude: -93.27 }] }),
  },
}
