import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as see, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realData } from '#features/places/import/real-data.testing.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import { systemClock } from '#platform/server/services.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { findBrowser, browserFlags } from '../bootstrap/browser.mjs'
import { relevanceGround } from '../bench/relevance/ground.ts'

const berlin = 'latitude=52.52&longitude=13.4'
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }

/** Misspells a name by swapping two letters in its middle. */
const swapped = (name: string) => {
  const at = Math.floor(name.length / 2)
  return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
}

// The data are 54,000 real restaurants, imported as an operator does it, with dishes planted in six cities.
describe.runIf(realData)('the shared data in a browser', () => {
  let [folder, browser, site]: [string, Browser, SiteProcess] = [] as never
  let ground: Awaited<ReturnType<typeof relevanceGround>>
  /** A restaurant in Berlin that has dishes and a name of one long word. */
  let restaurant: { id: number; name: string }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yolo-shared-'))
    ground = await relevanceGround(folder, realData!)
    site = await startSite({ STATE_DIR: folder, DATABASE_URL: ground.url })
    browser = await chromium.launch({
      executablePath: (await findBrowser()).path,
      args: browserFlags,
    })
    const rows = await ground.database
      .selectFrom('restaurants as r')
      .innerJoin('items as i', 'i.restaurant_id', 'r.id')
      .select(['r.id', 'r.name'])
      .where('r.city_slug', 'like', 'berlin%')
      .where('r.deleted_at', 'is', null)
      .orderBy('r.id')
      .execute()
    restaurant = rows.find(({ name }) => /^[A-Za-z]{7,}$/.test(name))!
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await site?.end('SIGTERM')
    await ground?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const member = async (id: number) => {
    const { token, expires } = await openSession(ground.database, systemClock, id, {
      userAgent: 'test',
    })
    return { id, name: `Member ${id}`, email: `member.${id}@example.com`, token, expires }
  }
  const pageOf = async (size: keyof typeof sizes, user?: object): Promise<Page> => {
    const context = await browser.newContext({ viewport: sizes[size], baseURL: site.origin })
    if (user)
      await context.addInitScript(
        (text) => localStorage.setItem('user', text),
        JSON.stringify(user),
      )
    return context.newPage()
  }

  describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s', (size) => {
    it('finds a misspelt dish and restaurant', async () => {
      const page = await pageOf(size)
      await page.goto('/search')
      await page.getByRole('combobox').last().fill('tonkotsu ramne berlin')
      await page.getByRole('button', { name: 'Search', exact: true }).last().click()
      const dishes = page.getByRole('region', { name: 'Dishes' })
      await see(dishes.getByRole('link', { name: /Tonkotsu Ramen/ }).first()).toBeVisible()
      await dishes
        .getByRole('link', { name: /Tonkotsu Ramen/ })
        .first()
        .click()
      await see(page.getByRole('heading', { level: 1 })).toContainText('Tonkotsu Ramen')

      await page.goto(`/search?q=${swapped(restaurant.name)} berlin`)
      const found = page.getByRole('region', { name: 'Restaurants' })
      await found.getByRole('link', { name: restaurant.name }).first().click()
      await see(page.getByRole('heading', { level: 1 })).toContainText(restaurant.name)
      await page.context().close()
    })

    it('shows a list on the map, narrows it by hours and takes it along', async () => {
      const page = await pageOf(size)
      await page.goto(`/entree?${berlin}&distanceMiles=20`)
      const near = page.getByRole('list', { name: /^Within 20 miles/ }).getByRole('article')
      await see(near.first()).toBeVisible()
      await page.getByRole('link', { name: /^(Larger map|Map)$/ }).click()
      await see(page).toHaveURL(/view=map/)
      await see(page.locator('.map[data-ready]')).toBeVisible({ timeout: 60_000 })
      const marks = page
        .getByRole('region', { name: 'Map', exact: true })
        .getByRole('button', { name: /^\d+\. / })
      await see(marks.first()).toBeVisible()

      await page.goto(`/entree?${berlin}&distanceMiles=20&open=now`)
      await see(page.getByRole('link', { name: 'Remove Open now' })).toBeVisible()
      const answer = await page.request.get(`/api/yolos?category=1&${berlin}&open=now`)
      const { nearBy } = (await answer.json()) as { nearBy: { itemName: string }[] }
      const open = await near.getByRole('heading').allTextContents()
      // Late at night the list can be empty.
      expect(open).toEqual(nearBy.map(({ itemName }) => itemName).slice(0, open.length))

      await page.goto(`/entree?${berlin}&distanceMiles=20`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'GeoJSON', exact: true }).click(),
      ])
      const { features } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
        features: { properties: { name: string } }[]
      }
      const names = await near.getByRole('heading').allTextContents()
      expect(features.slice(0, names.length).map(({ properties }) => properties.name)).toEqual(
        names,
      )
      await page.context().close()
    })
  })

  it('keeps a phone until an admin has agreed with another one', async () => {
    const { id } = await ground.database
      .selectFrom('users')
      .select('id')
      .where('id', '<>', 20)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await pageOf('phone', await member(id))
    await page.goto(`/restaurant/${restaurant.id}`)
    await page.getByRole('button', { name: 'Suggest a correction' }).click()
    await page.getByLabel('What is wrong?').selectOption('Phone')
    await page.getByLabel('What should it be?').fill('+49 30 1234567')
    await page.getByRole('button', { name: 'Send' }).click()
    await see(page.getByText('Thank you. It waits for an admin.')).toBeVisible()
    await see(page.getByRole('list', { name: 'Proposed corrections' })).toContainText('1234567')
    await page.context().close()
  })
})
