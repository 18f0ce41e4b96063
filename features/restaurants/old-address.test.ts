import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderer } from '#platform/web/render/render.tsx'
import { screen } from '#platform/web/screen.tsx'

it('the page of a restaurant that was merged moves for good to the one that stayed', async () => {
  const app = await testApp()
  const admin = await app.member({ id: 514 })
  const [goes, stays] = [await app.restaurant(), await app.restaurant({ name: 'Lucy & Gus' })]
  await app.post(`/api/restaurants/${goes.id}/merge`, { into: stays.id }, { as: admin })
  const render = renderer(
    [screen('/restaurant/:id', () => import('./restaurant.screen.tsx'))],
    'page',
  )
  const see = (id: number) =>
    render(
      new Request(`http://yolo.test/restaurant/${id}`),
      async (_route, input) =>
        (await app.get(`/api/restaurants/${(input as { id: number }).id}`)).body,
      { head: '', preloads: () => [] },
      {
        origin: 'http://yolo.test',
        contact: 'hello@yolo.test',
        social: [],
        apple: null,
        placeProviderName: null,
        mapHosts: [],
        distanceUnit: 'mi',
      },
    )
  expect(await see(goes.id)).toMatchObject({ status: 301, redirect: `/restaurant/${stays.id}` })
  expect(await see(stays.id)).toMatchObject({
    status: 200,
    html: expect.stringContaining('Lucy &amp; Gus'),
  })
})
