import { expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { createRenderer } from '#platform/web/render/render.tsx'

const render = createRenderer(routes, 'page')
const policy = async (placeProviderName: 'Google Maps' | null, mapHosts: string[] = []) => {
  const { html } = (await render(
    new Request('http://yolo.test/policy'),
    () => Promise.reject(new Error('It needs no data.')),
    { style: '/style.css', fonts: [], script: '/web.js', chunks: [], preloads: () => [] },
    {
      origin: 'http://yolo.test',
      contact: 'us@yolo.test',
      social: [],
      apple: null,
      placeProviderName,
      mapHosts,
      distanceUnit: 'mi',
    },
  )) as { html: string }
  return html
}

it('the privacy policy says who gets what is typed to find a place', async () => {
  const own = 'Cities and restaurants are looked up on our own server.'
  expect(await policy(null)).toContain(own)
  const html = await policy('Google Maps')
  expect(html).not.toContain(own)
  expect(html).toContain('goes from our server to Google Maps, without your name or address.')
})

it('the privacy policy says who learns a visitor’s address from the map, only where somebody does', async () => {
  const nobody = 'Your browser talks to nobody but us.'
  expect(await policy(null)).toContain(nobody)
  const html = await policy(null, ['maps.example', '*.tiles.example'])
  expect(html).not.toContain(nobody)
  expect(html).toContain(
    'it fetches the map’s ground from maps.example and *.tiles.example, who learn your internet address',
  )
})
