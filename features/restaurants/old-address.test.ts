import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'

it('the page of a restaurant that was merged moves for good to the one that stayed', async () => {
  const app = await testApp()
  const admin = await app.member({ id: 514 })
  const [goes, stays] = [await app.restaurant(), await app.restaurant({ name: 'Lucy & Gus' })]
  await app.post(`/api/restaurants/${goes.id}/merge`, { into: stays.id }, { as: admin })
  const see = (id: number) => renderPage(app, `/restaurant/${id}`)
  expect(await see(goes.id)).toMatchObject({ status: 301, redirect: `/restaurant/${stays.id}` })
  expect(await see(stays.id)).toMatchObject({
    status: 200,
    html: expect.stringContaining('Lucy &amp; Gus'),
  })
})
