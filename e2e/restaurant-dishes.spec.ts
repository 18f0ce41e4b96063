import { expect, expectClean, test } from './checks.ts'
import { join, logIn, type Member, send, verify } from './members.ts'

test.use({ viewport: { width: 390, height: 844 } })

test(
  'a restaurant’s page shows fifty dishes, and the others by a tap',
  { tag: '@long' },
  async ({ page }) => {
    const members: Member[] = []
    let placeId: string | undefined
    for (let member = 0; member < 2; member++) {
      const as = await join(page)
      members.push(as)
      await verify(page, as)
      placeId ??= (
        await send(page, as, '/restaurants', {
          name: `Long Menu ${as.id}`,
          address: '1 Long Street',
          latitude: 44.9,
          longitude: -93.1,
        })
      ).placeId
      for (let n = 0; n < 26; n++)
        await send(page, as, '/yolos', {
          placeId,
          categoryId: 1 + (n % 14),
          itemName: `Dish ${member}-${n}`,
        })
    }
    const { id } = await (await page.request.get(`/api/restaurants?placeId=${placeId}`)).json()
    await page.goto(`/restaurant/${id}`)
    const dishes = page.getByRole('list', { name: 'Dishes, best first' }).getByRole('article')
    await expect(dishes).toHaveCount(50)
    await expect(page.getByText('50 dishes shown')).toBeVisible()
    await expectClean(page)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(dishes).toHaveCount(52)
    await expect(page.getByText('52 dishes shown')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Load more' })).toBeHidden()
    // The keyboard goes on where the new dishes begin.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Dish')
    await expect(page).toHaveURL(`/restaurant/${id}`)

    // A dish that was loaded later can be changed and deleted. The list then begins again.
    const member = members[Number(/Dish (\d)/.exec(await dishes.last().innerText())![1])]!
    await logIn(page, member)
    await page.reload()
    // The list begins again once it is loaded for the member.
    await expect(dishes.getByText('Your favorite').first()).toBeVisible()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(dishes).toHaveCount(52)
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const last = dishes.last()
    const name = await last.getByRole('heading').innerText()
    await last.getByRole('button', { name: /^Yolo Settings/ }).click()
    await press('Add Yolo Text')
    await page.getByLabel('Your review').fill('Better than it looks')
    await press('Save Yolo')
    await expect(page.getByText('Yolo saved.')).toBeVisible()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(dishes.getByText('Better than it looks')).toBeVisible()
    await expectClean(page)
    await press(new RegExp(`^Yolo Settings.*${name}$`))
    await press('Delete Yolo')
    await press('Delete')
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(dishes).toHaveCount(51)
    await expect(dishes.getByText('Better than it looks')).toHaveCount(0)
  },
)
