import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { savedPlace } from '../readers/saved-place.ts'

// Files of tests share their worker's modules, and these follow the session.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const tokyo = { latitude: 35.7, longitude: 139.7, name: 'Tokyo, JP' }
const minneapolis = { latitude: 44.98, longitude: -93.27, name: 'Minneapolis, MN, US' }
const found = (name: string) => ({
  sure: 'likely' as const,
  unplaced: true,
  candidates: [{ placeId: name, name, address: '', distanceMiles: null, cuisines: [], dishes: [] }],
})

/** Opens the page with a server that knows the Spoon in Minneapolis. `asked` has the names that each request has. */
async function page() {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
  vi.resetModules()
  const { startSession } = await import('#platform/web/session/session.ts')
  const expires = '2999-01-01T00:00:00Z'
  startSession({ id: 7, name: 'Ann', email: '', token: 'x', expires, verified: true })
  const { chosenCity } = await import('#features/places/chosen.ts')
  const all = {
    ...(await import('../progress.ts')),
    ...(await import('./find-restaurants.ts')),
    chosenCity,
    asked: [] as string[][],
    meanwhile: () => {},
  }
  await all.loadProgress()
  await all.forgetPlaces()
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { places, around } = JSON.parse(body as string) as {
      places: { name: string; latitude: number | null }[]
      around: { latitude: number } | null
    }
    all.asked.push(places.map(({ name }) => name))
    all.meanwhile()
    const isThere = around?.latitude === minneapolis.latitude
    return Response.json({
      matches: places.map(({ name, latitude }) =>
        isThere && name === 'Spoon'
          ? found(name)
          : { sure: 'none', unplaced: latitude === null, candidates: [] },
      ),
    })
  })
  return all
}

const places = [
  savedPlace('Spoon', {})!,
  savedPlace('Fork', {})!,
  savedPlace('Museum', { latitude: 1, longitude: 1 })!,
]

it('asks again for what wasn’t found and has no position once a city is chosen or changed, and only then', async () => {
  const { addPlaces, findRestaurants, chosenCity, progress, asked, refuseMatch } = await page()
  const sure = () => progress().places.map(({ match }) => match?.sure)
  await addPlaces(places)
  await findRestaurants()
  await findRestaurants()
  expect(asked).toEqual([['Spoon', 'Fork', 'Museum']])
  chosenCity.set(tokyo)
  await findRestaurants()
  await findRestaurants()
  chosenCity.set(minneapolis)
  await findRestaurants()
  expect(asked.slice(1)).toEqual([
    ['Spoon', 'Fork'],
    ['Spoon', 'Fork'],
  ])
  expect(sure()).toEqual(['likely', 'none', 'none'])
  // What was found stays, wherever one looks next. What was refused is asked about in another city only.
  chosenCity.set(tokyo)
  await findRestaurants()
  expect(sure()).toEqual(['likely', 'none', 'none'])
  refuseMatch(progress().places[0]!)
  await findRestaurants()
  expect(sure()).toEqual(['none', 'none', 'none'])
  expect(asked.slice(3)).toEqual([['Fork']])
})

it('asks again for what wasn’t found when the same file is chosen again', async () => {
  const { addPlaces, findRestaurants, chosenCity, progress, asked } = await page()
  chosenCity.set(minneapolis)
  for (let round = 0; round < 2; round += 1) {
    await addPlaces(places)
    await findRestaurants()
  }
  expect(progress().places).toHaveLength(3)
  expect(asked).toEqual([
    ['Spoon', 'Fork', 'Museum'],
    ['Fork', 'Museum'],
  ])
})

it('reads files that are chosen while others are read or their restaurants found', async () => {
  const all = await page()
  const { importFiles } = await import('../import-files.ts')
  class Reader extends EventTarget {
    postMessage([file]: File[]) {
      const data = { places: [savedPlace(file!.name, {})], problems: [`${file!.name} is odd.`] }
      this.dispatchEvent(new MessageEvent('message', { data }))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Reader)
  const choose = (name: string) => importFiles([new File([], name)])
  let last = Promise.resolve()
  all.meanwhile = () => {
    all.meanwhile = () => {}
    last = choose('Museum')
  }
  await Promise.all([choose('Spoon'), choose('Fork')])
  await last
  const { places: found, problems, reading } = all.progress()
  expect(found.map(({ place }) => place.name)).toEqual(['Spoon', 'Fork', 'Museum'])
  await vi.waitFor(() => expect(all.asked.flat()).toEqual(['Spoon', 'Fork', 'Museum']))
  expect(problems.at(-1)).toBe('Museum is odd.')
  expect(reading).toBe(false)
})

it('keeps a restaurant that the member added while the server was asked again', async () => {
  const all = await page()
  await all.addPlaces(places)
  await all.findRestaurants()
  const { id } = all.progress().places[1]!
  all.meanwhile = () => all.changePlace(id, { match: { ...found('Fork'), sure: 'sure' } })
  all.chosenCity.set(tokyo)
  await all.findRestaurants()
  expect(all.progress().places[1]!.match?.sure).toBe('sure')
})
