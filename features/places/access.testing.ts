import type { Samples } from '#platform/testing/access.ts'
import type { calls } from './server.ts'

export const samples: Samples<typeof calls> = {
  'GET /places/cities': { input: () => ({ q: 'minneap' }) },
  'GET /cities/:slug': { input: () => ({ slug: 'minneapolis-mn-us' }) },
  'GET /places/nearest-city': { input: () => ({ latitude: 44.98, longitude: -93.27 }) },
  'GET /places/restaurants': { input: () => ({ q: 'a', latitude: 44.98, longitude: -93.27 }) },
  'GET /places/:id': { input: () => ({ id: 'geonames:5037649' }) },
  'POST /restaurants': {
    input: ({ fresh }) => ({
      name: fresh('Diner'),
      address: '1 New Street',
      latitude: 44.9,
      longitude: -93.2,
    }),
  },
}
