import type { Page } from '@playwright/test'
import { expect, listen, loadUntil, test } from '../checks.ts'
import { joinVerified, logIn, send } from '../members.ts'

/** Short enough for a name. Unescaped, it would be markup in a text, in an attribute and in a script. */
const hostile = `'"></script><img src=x onerror=probe()><probe-x>`
const text = `${hostile}\n<svg onload=probe()></svg><a href="javascript:probe()">here</a>`

/** Returns elements that no screen of the site has, so they can only come from a member's text. */
const injected = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches('probe-x, iframe, object, embed, base, [src="x"]') ||
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          (element.getAttribute('href') ?? '').startsWith('javascript:') ||
          (element.matches('script:not([src])') &&
            !/json/.test(element.getAttribute('type') ?? '')),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  )

test('S19 no text of a member becomes markup on any screen, and no script of theirs runs', async ({
  page,
}) => {
  const [mallory, ann] = [await joinVerified(page), await joinVerified(page)]
  const key = mallory.name.replaceAll(/\D/g, '').slice(-6)
  const as = (path: string, data: object, who = mallory) => send(page, who, path, data)
  // Far from the places that other tests use.
  const spot = { latitude: -45.8788, longitude: 170.5028 }
  const { id, placeId } = (await as('/restaurants', {
    name: `${key} ${hostile}`,
    address: text.replaceAll('\n', ' '),
    ...spot,
  })) as { id: number; placeId: string }
  const { itemId } = await as('/yolos', {
    placeId,
    categoryId: 3,
    itemName: `${key} ${hostile}`,
    description: text,
  })
  await as('/save-location', { ...spot, name: hostile })
  await as('/follow/follow-user', { userId: ann.id })
  await as('/follow/follow-user', { userId: mallory.id }, ann)
  await as(`/items/${itemId}/upvote`, {}, ann)
  const headers = { Authorization: `Bearer ${mallory.token}` }
  for (const [path, data] of [
    ['/user/bio', { bio: text }],
    ['/user/name', { firstname: hostile, lastname: hostile }],
    ['/user/display-name', { userName: `${key}${hostile}`.slice(0, 50) }],
  ] as const) {
    const answer = await page.request.put(`/api${path}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
  }

  const complaints = await listen(page)
  await page.addInitScript(() => {
    Object.assign(globalThis, { probe: () => console.error('A script of a text ran.') })
  })
  const look = async (path: string, shown = '<img src=x onerror=probe()>') => {
    const text = page.getByText(shown).first()
    await loadUntil(
      () => page.goto(path),
      () =>
        text.waitFor({ timeout: 10_000 }).then(
          () => true,
          () => false,
        ),
    )
    expect(await injected(page), path).toEqual([])
  }
  const list = `/burgers?latitude=${spot.latitude}&longitude=${spot.longitude}`
  for (const path of [list, `/restaurant/${id}`, `/user/${mallory.id}`]) await look(path)
  // Follows a link, so that the browser renders the page instead of the server.
  await page.getByRole('link', { name: hostile }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await injected(page)).toEqual([])

  await logIn(page, mallory)
  await look('/my-page')
  await page.goto('/change-identity')
  await expect(page.getByLabel('Your name')).toHaveValue(/onerror=probe/)
  expect(await injected(page)).toEqual([])
  await logIn(page, ann)
  await look('/notify')
  await look('/my-page', ann.name)
  expect(complaints).toEqual([])
})
