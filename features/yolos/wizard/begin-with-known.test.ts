import { beforeEach, expect, it, vi } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import { offlineError, type Api } from '#platform/web/api/api.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { chosenCity } from '#features/places/chosen.ts'
import { loader } from '#features/restaurants/restaurant.screen.tsx'
import { prefillDraft } from './begin-with-known.ts'
import { changeDraft, currentDraft, emptyDraft } from './draft.ts'
import { unfinishedDrafts } from './left-off.ts'

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

const call = async (route: string, { id, ...input }: { id: number; [key: string]: unknown }) => {
  const query = new URLSearchParams(input as Record<string, string>)
  const path = route.slice('GET '.length).replace(':id', String(id))
  return (await app.get(`/api${path}?${query}`)).body
}
const api = call as Api

it.each(['', `&restaurant=${place.id}`])(
  'begins with a dish that isn’t on its restaurant’s first page: ?item=…%s',
  async (more) => {
    const begun = await prefillDraft(api, new URLSearchParams(`item=${dishes.at(-1)}${more}`))
    expect(begun.step).toBe('tags')
    expect(currentDraft()).toMatchObject({ itemName: 'Dish 51', itemId: dishes.at(-1) })
  },
)

it('asks for a restaurant as its page does, because a device keeps the answer by the address', async () => {
  const asked: unknown[] = []
  const listening = ((...call: Parameters<typeof api>) => {
    asked.push(call)
    return api(...call)
  }) as Api
  const url = new URL(`http://yolo.test/restaurant/${place.id}`)
  await loader({ api: listening, params: { id: String(place.id) }, url } as unknown as LoaderArgs)
  const [ofPage] = asked.splice(0)
  await prefillDraft(listening, new URLSearchParams(`restaurant=${place.id}`))
  expect(asked).toContainEqual(ofPage)
})

it('begins with a dish whose restaurant isn’t on the device, by the restaurant’s number', async () => {
  const cut = ((route: string, input: { id: number }) =>
    route === 'GET /restaurants/:id' ? Promise.reject(offlineError()) : call(route, input)) as Api
  const known = new URLSearchParams(`restaurant=${place.id}&category=3&item=${dishes[0]}`)
  expect((await prefillDraft(cut, known)).step).toBe('tags')
  const restaurant = { placeId: String(place.id), name: expect.any(String) }
  expect(currentDraft()).toMatchObject({ itemId: dishes[0], categoryId: 3, restaurant })

  // What was begun with a network goes on without one.
  changeDraft(emptyDraft)
  await prefillDraft(api, known)
  changeDraft({ description: 'So good' })
  expect(await prefillDraft(cut, known)).toMatchObject({ step: 'tags', goesOn: true })
  expect(currentDraft()).toMatchObject({ itemId: dishes[0], description: 'So good' })
})

it('begins without a dish that is of another restaurant', async () => {
  const { id } = await app.restaurant()
  const begun = await prefillDraft(api, new URLSearchParams(`restaurant=${id}&item=${dishes[0]}`))
  expect(begun.step).toBe('category')
  expect(currentDraft().itemId).toBeNull()
})

it('asks for another restaurant where one has closed, because nothing can be added there', async () => {
  const { id } = await app.restaurant()
  const reporters = await Promise.all(Array.from({ length: 5 }, () => app.member()))
  for (const as of reporters) await app.post(`/api/restaurants/${id}/closed`, {}, { as })
  const begun = await prefillDraft(api, new URLSearchParams(`restaurant=${id}&category=3`))
  expect(begun.step).toBe('name')
  expect(currentDraft().restaurant).toBeNull()
})

it('looks for a restaurant around the list that it was opened from, if that isn’t the chosen city’s', async () => {
  chosenCity.set({ name: 'Minneapolis, MN, US', latitude: 44.98, longitude: -93.2638 })
  const begin = (point: string) => prefillDraft(api, new URLSearchParams(`category=3&${point}`))
  expect((await begin('latitude=35.69&longitude=139.692')).step).toBe('name')
  expect(currentDraft().around).toMatchObject({
    latitude: 35.69,
    name: expect.stringMatching(/JP|Japan/),
  })
  for (const point of ['', 'latitude=44.98&longitude=-93.264', 'latitude=91&longitude=x']) {
    await begin(point)
    expect(currentDraft()).toMatchObject({ around: null, categoryId: 3 })
  }
})

it('the shortcut goes on with a photo alone, but sets one with a restaurant aside', async () => {
  changeDraft({ ...emptyDraft, quick: true, photo: 'a' })
  const begin = () => prefillDraft(api, new URLSearchParams('camera=1'))
  await begin()
  expect(currentDraft().photo).toBe('a')
  const restaurant = { placeId: 'x', name: 'X', address: 'Y' }
  changeDraft({ restaurant })
  await begin()
  expect(currentDraft()).toMatchObject({ quick: true, photo: null, restaurant: null })
  expect(unfinishedDrafts()).toMatchObject([{ quick: true, photo: 'a', restaurant }])
})
