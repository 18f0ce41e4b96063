import type { Page } from '@playwright/test'
import { expect, expectClean, test } from './checks.ts'
import { joinVerified, send } from './members.ts'
import { Newcomer } from './newcomer.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }
const minneapolis = 'latitude=44.98&longitude=-93.264'
/** Los Angeles, where no other test saves or votes, so that counts don't change. */
const quiet = 'latitude=34.052&longitude=-118.244'

async function chooseCity(page: Page, typed: string, label: string) {
  const field = page.getByRole('combobox', { name: 'Enter your desired city' })
  await field.fill(typed)
  await page.getByRole('option', { name: label }).first().click()
  await expect(field).toHaveValue(label)
}

const near = (page: Page) => page.getByRole('list', { name: /^Within/ }).getByRole('article')

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('a visitor finds the best burger, refines it, and is asked to log in to vote', async ({
    page,
  }) => {
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Choose Your Category' })).toBeVisible()
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await expect(page.getByRole('link', { name: 'How it works' })).toBeVisible()
    await menu.click()
    await chooseCity(page, 'Los Angeles', 'Los Angeles, CA, US')
    await expect(page.getByRole('radio', { name: '20 miles' })).toBeChecked()
    await expectClean(page)

    await page.getByRole('link', { name: 'Burgers' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Burgers' })).toBeVisible()
    await expect(page).toHaveURL(`/burgers?${quiet}&distanceMiles=20`)
    await expect(page).toHaveTitle(/^Burgers in Los Angeles, CA/)
    await expect(
      page.getByRole('heading', { name: 'Within 20 miles of Los Angeles' }),
    ).toBeVisible()
    await expect.poll(() => near(page).count()).toBeGreaterThan(5)
    const all = await near(page).count()
    await expect(near(page).first()).toContainText('Rank 1')
    await expectClean(page)

    await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
    const filter = page.getByRole('dialog', { name: 'Filter your choices' })
    await filter.getByRole('checkbox', { name: 'Smash' }).check()
    await expect(page).toHaveURL(/tags=37$/)
    await expectClean(page)
    await filter.getByRole('button', { name: /^Show \d+ dish/ }).click()
    await expect.poll(() => near(page).count()).toBeLessThan(all)
    const smashed = await near(page).count()
    expect(smashed).toBeGreaterThan(0)
    await expect(near(page).filter({ hasText: 'Smash' })).toHaveCount(smashed)
    await page.getByRole('link', { name: 'Remove Smash' }).click()
    await expect(page).toHaveURL(`/burgers?${quiet}&distanceMiles=20`)
    await expect.poll(() => near(page).count()).toBe(all)
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('button', { name: 'Click here to filter your choices' }).click()
    await filter.getByRole('checkbox', { name: 'Smash' }).check()
    await filter.getByRole('button', { name: /^Show \d+ dish/ }).click()
    await expect.poll(() => near(page).count()).toBe(smashed)

    const bar = page.getByRole('region', { name: 'City, distance and filter' })
    await expect(bar.getByRole('button', { name: /Los Angeles/ })).toBeVisible()
    await bar.getByRole('button', { name: /^Filter/ }).click()
    // Everything that narrows the list is in one place, the tags first.
    const legends = await filter.getByRole('group').or(filter.getByRole('radiogroup')).all()
    expect((await Promise.all(legends.map((legend) => legend.innerText()))).join()).toMatch(
      /^Tags[^]*Order[^]*Distance - mi[^]*Price[^]*Hours/,
    )
    await filter.getByRole('radio', { name: '5 miles' }).check()
    await expect(page).toHaveURL(`/burgers?${quiet}&distanceMiles=5&tags=37`)
    await filter.getByRole('button', { name: /^Show \d+ dish/ }).click()
    await expect(page.getByRole('heading', { name: 'Within 5 miles of Los Angeles' })).toBeVisible()
    const farthest = async () => {
      const texts = await near(page).allTextContents()
      return Math.max(...texts.map((text) => Number(/([\d.]+) mi/.exec(text)?.[1] ?? 0)))
    }
    await expect.poll(farthest).toBeLessThanOrEqual(5)

    const vote = near(page)
      .first()
      .getByRole('button', { name: /Tap to Upvote/ })
    await vote.click()
    const overlay = page.getByRole('dialog')
    await expect(overlay.getByRole('button', { name: 'Current Members - Log In' })).toBeVisible()
    await expectClean(page)
    await overlay.getByRole('button', { name: 'Back' }).click()
    await expect(overlay).toBeHidden()
    await expect(vote).toBeFocused()
    await expect(page).toHaveURL(/\/burgers\?/)
  })

  test(
    'a vote waits for its member to log in, and is there the next time',
    { tag: '@long' },
    async ({ page, request }) => {
      const name = `Voter ${Date.now()}`
      const email = `${name.replace(' ', '.').toLowerCase()}@example.com`
      const password = 'tartare-at-midnight-7'
      const joined = await request.post('/api/register', {
        data: { userName: name, email, password },
      })
      expect(joined.ok()).toBe(true)

      await page.goto(`/burgers?${quiet}&distanceMiles=20`)
      const best = near(page).first()
      const count = async () => Number(/(\d+) upvotes?/.exec(await best.innerText())?.[1])
      const before = await count()
      await best.getByRole('button', { name: /Tap to Upvote/ }).click()
      const overlay = page.getByRole('dialog')
      await overlay.getByLabel('E-mail').fill(email)
      await overlay.getByLabel('Password', { exact: true }).fill(password)
      await overlay.getByRole('button', { name: 'Current Members - Log In' }).click()
      await expect(overlay).toBeHidden()
      const voted = best.getByRole('button', { name: /UPVOTED/ })
      await expect(voted).toHaveAttribute('aria-pressed', 'true')
      // The voter isn't verified, so the vote is stored but doesn't count yet.
      await expect(best.getByText('Counts once you verify your e-mail')).toBeVisible()

      // The server renders the page as for a visitor, and the browser then loads the member's own marks.
      await page.reload()
      await expect(voted).toBeVisible()
      await expectClean(page)
      await voted.click()
      await expect(best.getByRole('button', { name: /Tap to Upvote/ })).toBeVisible()
      await expect.poll(count).toBe(before)
    },
  )

  test(
    'the dish’s picture moves over to its own page and back',
    { tag: '@long' },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.addInitScript(() => {
        const moved: string[] = []
        Object.assign(window, { moved })
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (change) => {
          const transition = start(change)
          const note = async () => {
            await transition.ready
            for (const { effect } of document.getAnimations())
              moved.push((effect as KeyframeEffect).pseudoElement ?? '')
          }
          void note()
          return transition
        }
      })
      await page.goto(`/burgers?${minneapolis}&distanceMiles=20`)
      const dish = near(page).first()
      const id = await dish.locator('..').locator('[id^=dish-]').first().getAttribute('id')
      const moves = () =>
        page.evaluate(
          (name) =>
            (window as unknown as { moved: string[] }).moved
              .splice(0)
              .includes(`::view-transition-group(${name})`),
          id,
        )
      await dish.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/dish\/\d+$/)
      await expect.poll(moves).toBe(true)
      await page.goBack()
      await expect(page).toHaveURL(/\/burgers/)
      await expect.poll(moves).toBe(true)
    },
  )

  test(
    'the list is as long and as far down as it was when one comes back',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/burgers')
      const dishes = page.getByRole('list', { name: 'Top Burgers' }).getByRole('article')
      await expect(dishes).toHaveCount(20)
      await page.getByRole('link', { name: 'Load more' }).click()
      await expect.poll(() => dishes.count()).toBeGreaterThan(20)
      const length = await dishes.count()
      await expect(dishes.nth(20).locator('xpath=..')).toBeFocused()

      await dishes.nth(20).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => scrollY)
      await dishes.nth(20).getByRole('heading').getByRole('link').click()
      await expect(page.getByRole('heading', { name: /^Saved by/ })).toBeVisible()
      await expectClean(page)
      await page.goBack()
      await expect(dishes).toHaveCount(length)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 50)
    },
  )

  test(
    'a member says that it is still on the menu, or no longer',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/burgers/minneapolis-mn-us')
      await near(page).nth(2).locator('a[href^="/restaurant/"]').click()
      await expect(page.getByRole('heading', { name: 'What to order' })).toBeVisible()
      const restaurant = page.url()
      const dish = page.getByRole('article').filter({ hasText: 'Still on the menu?' }).first()
      const name = await dish.getByRole('heading').innerText()
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
      const yes = card.getByRole('button', { name: `Yes ${name} is still on the menu` })
      await yes.click()
      const overlay = page.getByRole('dialog')
      await expect(overlay.getByText('Log in to say that it’s still on the menu.')).toBeVisible()
      await overlay.getByRole('button', { name: 'Back' }).click()

      const newcomer = new Newcomer()
      await newcomer.join(page)
      await page.goto(restaurant)
      await yes.click()
      await expect(card.getByText(/^To confirm a dish, first verify your e-mail/)).toBeVisible()
      await page.goto(await newcomer.verifyLink())
      await page.getByRole('button', { name: 'Verify my e-mail' }).click()
      await expect(page.getByText(/has been verified/)).toBeVisible()
      await page.goto(restaurant)
      await yes.click()
      await expect(card.getByText('Confirmed today')).toBeVisible()

      await card.getByRole('button', { name: `More about ${name}`, exact: true }).click()
      await page.getByRole('button', { name: 'No longer on the menu' }).click()
      await expect(card.getByText('Thanks for reporting')).toBeVisible()
      await page.reload()
      await card.getByRole('button', { name: `Undo the report of ${name}` }).click()
      await expect(card.getByText('Thanks for reporting')).toBeHidden()
    },
  )

  test(
    'what fits in two lines has neither Read more nor Read Less',
    { tag: '@long' },
    async ({ page }) => {
      const ann = await joinVerified(page)
      const description =
        'Crisp at the edge, soft within, and every bit worth the long wait in line.'
      const yolo = { placeId: 'demo:lucy-gus', categoryId: 3, itemName: 'Edge', description }
      await send(page, ann, '/yolos', yolo)
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(`/user/${ann.id}`)
      const dish = page.getByRole('article')
      await expect(dish.getByRole('button', { name: /^Read more/ })).toBeVisible()
      await page.setViewportSize({ width: 1000, height: 700 })
      await expect(dish.getByRole('button', { name: /^Read/ })).toBeHidden()
    },
  )

  test('an empty place invites', async ({ page }) => {
    await page.goto('/burgers?latitude=46.8&longitude=-100.78&distanceMiles=1')
    await expect(
      page.getByText('Help everyone find the BEST by saving one of your TOP 3 here!'),
    ).toBeVisible()
    await expect(
      page.getByText(
        'You can be the first to help everyone find a great meal by saving you favorite here!',
      ),
    ).toBeVisible()
    const add = page.getByRole('main').getByRole('link', { name: 'Add Favorite' })
    const adding = '/add-yolo?category=3&latitude=46.8&longitude=-100.78'
    await expect(add).toHaveAttribute('href', adding)
    await page.getByRole('link', { name: 'Look within 5 mi' }).click()
    await expect(page).toHaveURL(/distanceMiles=5/)
    await expectClean(page)
    // A restaurant is looked for there, not around the city that the visitor chose.
    await page.goto(adding)
    await expect(page.getByText('Within 50 miles of Bismarck, ND, US')).toBeVisible()
    await expectClean(page)

    // Where few dishes are near, restaurants follow that likely serve more.
    await page.goto(`/beer?${quiet}&distanceMiles=1`)
    const likely = page.getByRole('region', { name: 'Restaurants nearby that likely serve beers' })
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText([
      'Within 1 mile',
      'Restaurants nearby that likely serve beers',
      'elsewhere',
    ])
    await expectClean(page)
    const name = await likely.getByRole('heading', { level: 3 }).first().textContent()
    await likely
      .getByRole('link', { name: /^What should one order here\?/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Which beer at ${name}?`)
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test(
    'a city page filters next to its list and names itself',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/entree/minneapolis-mn-us')
      await expect(page).toHaveTitle(/^Entrees in Minneapolis, MN/)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        /\/entree\/minneapolis-mn-us$/,
      )
      const opener = page.getByRole('button', { name: 'Click here to filter your choices' })
      await opener.click()
      await expect(opener).toHaveAttribute('aria-expanded', 'true')
      await page.getByRole('checkbox', { name: 'Vietnamese' }).check()
      await expect(page).toHaveURL('/entree/minneapolis-mn-us?tags=13')
      await page.getByRole('radio', { name: '10 miles' }).check()
      await expect(page).toHaveURL('/entree/minneapolis-mn-us?distanceMiles=10&tags=13')
      await expect(near(page).first()).toContainText('Vietnamese')
      await expectClean(page)
      await page.reload()
      await opener.click()
      await expect(page.getByRole('radio', { name: '10 miles' })).toBeChecked()
      await expect(near(page).first()).toContainText('Vietnamese')
    },
  )

  test('a restaurant is found by its name', async ({ page }) => {
    await page.goto('/search-restaurant')
    const restaurant = page.getByLabel('Restaurant', { exact: true }).and(page.locator('input'))
    await expect(restaurant).toBeDisabled()
    await chooseCity(page, 'Minneap', 'Minneapolis, MN, US')
    await restaurant.fill('Lucy')
    await page.getByRole('option', { name: /Lucy & Gus/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Lucy & Gus/ })).toBeVisible()
    await expect(page.getByText(/^(Open|Closed) now$/)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Opening hours' }).getByRole('row')).toHaveCount(7)
    await expect(page.getByRole('link', { name: 'Map', exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Hours' })).toContainText(
      /Something wrong here\?Suggest a correctionReport as permanently closed/,
    )
    await expectClean(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Jump to Top' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test(
    'Jump to Top is on category pages, and covers no text at their end',
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/burgers/minneapolis-mn-us')
      const jump = page.getByRole('button', { name: 'Jump to Top' })
      const last = page.getByRole('contentinfo').locator('p').last()
      const gap = async () => {
        await page.keyboard.press('End')
        const [button, text] = await Promise.all([jump.boundingBox(), last.boundingBox()])
        return button && text ? button.y - (text.y + text.height) : -1
      }
      await expect.poll(gap).toBeGreaterThanOrEqual(0)
      await jump.click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    },
  )
})
