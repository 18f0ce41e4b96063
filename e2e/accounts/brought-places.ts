import type { Page } from '@playwright/test'
import { join, logIn, type Member, verify } from '../members.ts'

export type Place = {
  name: string
  latitude: number
  longitude: number
  address?: string
  review?: string
}

/** Returns a file as Google's Takeout has it. */
export const takeout = (places: Place[]) => ({
  name: 'Saved Places.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: places.map(({ name, latitude, longitude, address, review }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: {
          location: { name, address },
          google_maps_url: 'http://maps.google.com/?cid=1',
          review_text_published: review,
        },
      })),
    }),
  ),
})

/** Returns a list as Google's Takeout has it, which doesn't say where its place is. */
export const unplaced = ({ name }: Place) => ({
  name: 'Favorites.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Title,Note,URL\n${name},,https://www.google.com/maps/place/x\n`),
})

/** Returns restaurants of the demo, the nearest to the middle of Minneapolis first. */
export async function restaurants(page: Page): Promise<Place[]> {
  const answer = await page.request.get(
    '/api/places/restaurants?q=&latitude=44.98&longitude=-93.26',
  )
  return answer.json()
}

export async function open(page: Page): Promise<Member> {
  const member = await join(page)
  await verify(page, member)
  await logIn(page, { ...member, verified: true } as Member)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Bring your favorites' }).click()
  return member
}

export const choose = (
  page: Page,
  ...files: { name: string; mimeType: string; buffer: Buffer }[]
) => page.getByLabel('Files with your places').setInputFiles(files)
export const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `What did you have at ${name}?` })
