import { createMemoryRouter, data } from 'react-router'
import { expect, test } from 'vitest'
import { forceRevalidation } from './forced-revalidation.ts'
import { loadOrKeep } from './load-or-keep.ts'

test('a page that is loaded again without a network stays, unless it must not', async () => {
  let isOffline = false
  const loader = () => {
    if (isOffline) throw data({ code: 'offline' })
    return 'shown'
  }
  const router = createMemoryRouter([{ id: 'page', path: '/', loader }], {
    hydrationData: { loaderData: { page: 'shown' } },
    dataStrategy: (args) => loadOrKeep(args, router.state.loaderData),
  })
  const revalidate = () => router.revalidate()
  isOffline = true
  await forceRevalidation(revalidate)
  expect(router.state).toMatchObject({ loaderData: { page: 'shown' }, errors: null })
  // Somebody logs out while the page is loaded again.
  const waiting = Promise.withResolvers<void>()
  const earlier = forceRevalidation(() => waiting.promise)
  await forceRevalidation(revalidate, { keepsShown: false })
  expect(router.state.errors).toMatchObject({ page: { data: { code: 'offline' } } })
  waiting.resolve()
  await earlier
})
