import { expect, type Page } from '@playwright/test'

export const near = 'latitude=44.98&longitude=-93.264'
export const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }

export const map = (page: Page) => page.getByRole('region', { name: 'Map', exact: true })
export const marks = (page: Page) => map(page).getByRole('button', { name: /^\d+\. / })
export const cards = (page: Page) => page.locator('ol > li > article')

/** Waits until the map is open, which can take long, because a CPU renders it while other tests run. */
export const ready = (page: Page) =>
  expect(map(page).locator('.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
