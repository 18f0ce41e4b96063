import { beforeEach, expect, it, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import type { Api } from '#platform/web/api/api.ts'
import { prefillDraft } from './begin-with-known.ts'
import { currentDraft } from './draft.ts'

const app = await testApp()
await app.member({ id: 20 })
const place = await app.restaurant()
const dishes: number[] = []
for (let n = 1; n <= 51; n++) {
  const of = { restaurant: place.id, category: 3, by: 20, name: `Dish ${n}`, upvotes: 99 - n }
  dishes.push((await app.item(of)).id)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
})

const api = (async (route: string, { id }: { id: number }) =>
  (await app.get(`/api${route.slice('GET '.length).replace(':id', String(id))}`)).body) as Api

it.each(['', `&restaurant=${place.id}`])(
  'begins with a dish that isn’t on its restaurant’s first page: ?item=…%s',
  async (more) => {
    const begun = await prefillDraft(api, new URLSearchParams(`item=${dishes.at(-1)}${more}`))
    expect(begun.step).toBe('tags')
    expect(currentDraft()).toMatchObject({ itemName: 'Dish 51', itemId: dishes.at(-1) })
  },
)

it('begins without a dish that is of another restaurant', async () => {
  const { id } = await app.restaurant()
  const begun = await prefillDraft(api, new URLSearchParams(`restaurant=${id}&item=${dishes[0]}`))
  expect(begun.step).toBe('category')
  expect(currentDraft().itemId).toBeNull()
})
