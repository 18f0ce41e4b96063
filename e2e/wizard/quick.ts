import type { Page } from '@playwright/test'
import { expect } from '../checks.ts'
import type { Member } from '../members.ts'
import { file, quarters } from '../photo-files.ts'

// Steps of the quick way to add a favorite: a photo, a restaurant nearby, one of its dishes.

export const question = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Returns a restaurant of the demo with its point. */
export async function restaurant(page: Page) {
  const answer = await page.request.get(
    '/api/places/restaurants?q=Lucy&latitude=44.98&longitude=-93.26',
  )
  const [found] = (await answer.json()) as { name: string; latitude: number; longitude: number }[]
  return found!
}

export async function standAt(
  page: Page,
  { latitude, longitude }: { latitude: number; longitude: number },
) {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude, longitude })
}

export async function photograph(page: Page, photo = file(Buffer.alloc(0))) {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Take a photo').tap()
  await (await chooser).setFiles(photo.buffer.length > 0 ? photo : file(await quarters()))
}

export async function favoritesOf(page: Page, { token }: Member) {
  const answer = await page.request.get('/api/my-page', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { items } = (await answer.json()) as {
    items: {
      id: number
      itemName: string
      photo: { image: string; colour: string } | null
      yolos: { id: number; description: string }[]
    }[]
  }
  return items
}

/** Takes a photo by the icon's shortcut and taps the nearest restaurant, which it returns. */
export async function photographAtNearest(page: Page) {
  const here = await restaurant(page)
  await standAt(page, here)
  await page.goto('/add-yolo?camera=1')
  await photograph(page)
  await page.getByRole('list', { name: 'Restaurants near you' }).getByRole('button').first().tap()
  return here
}
