import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { savedPlace } from './readers/saved-place.ts'

// Files of tests share their worker's modules, and these follow the session.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Loads the modules again, as a page in a new tab does. */
async function tab() {
  vi.resetModules()
  const { startSession } = await import('#platform/web/session/session.ts')
  const expires = '2999-01-01T00:00:00Z'
  startSession({ id: 1, name: 'Ann', email: '', token: 'x', expires, verified: true })
  const progress = await import('./progress.ts')
  await progress.loadProgress()
  return progress
}

const place = (address: string) => savedPlace('Shake House', { address, dish: 'Cheeseburger' })!

it('what two tabs bring along is kept, and branches of a chain are two places', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
  vi.useFakeTimers({ toFake: ['Date'] })
  const [one, two] = [await tab(), await tab()]
  await one.addPlaces([place('1 Main St')])
  vi.advanceTimersByTime(1000)
  await two.addPlaces([place('2 Oak Ave')])
  await two.addPlaces([place('2 Oak Ave'), place('3 Elm St')])
  vi.useRealTimers()
  const { progress } = await tab()
  const kept = progress().places.map((brought) => brought.place.address)
  expect(kept).toEqual(['1 Main St', '2 Oak Ave', '3 Elm St'])
})

const expires = '2999-01-01T00:00:00Z'

it('what one member chose isn’t saved as another’s who logs in meanwhile, in another tab', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
  const { addPlaces, changePlaces, progress, loadProgress } = await tab()
  const { startSession } = await import('#platform/web/session/session.ts')
  const { saveChosen } = await import('./save-chosen.ts')
  const { importFiles } = await import('./import-files.ts')
  await addPlaces([place('4 Elm St'), place('5 Oak Ave')])
  const mine = progress().places
  const restaurant = { placeId: 'a', name: 'Shake House', address: '' }
  const favorite = { restaurant, categoryId: 1, itemName: 'Cheeseburger', itemId: null } as const
  changePlaces(new Map(mine.map(({ id }) => [id, { state: 'chosen', favorite }])))
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('authorization') ?? '')
    startSession({ id: 2, name: 'Ben', email: '', token: 'y', expires, verified: true })
    return Response.json({})
  })
  class Reader extends EventTarget {
    postMessage() {
      startSession({ id: 2, name: 'Ben', email: '', token: 'y', expires, verified: true })
      this.dispatchEvent(
        new MessageEvent('message', { data: { places: [place('6 Pine St')], problems: [] } }),
      )
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Reader)
  expect(await saveChosen(progress().places)).toBeNull()
  expect(sent).toEqual(['Bearer x'])
  expect(progress().places).toEqual([])
  await loadProgress()
  expect(progress().places).toEqual([])
  startSession({ id: 1, name: 'Ann', email: '', token: 'x', expires, verified: true })
  await importFiles([new File([], 'places.csv')])
  await loadProgress()
  expect(progress().places).toEqual([])
})

it('a review isn’t called saved where the favorite was there already, with another or without', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
  const { addPlaces, changePlaces, progress } = await tab()
  const { saveChosen } = await import('./save-chosen.ts')
  const restaurant = { placeId: 'a', name: 'Shake House', address: '' }
  const favorite = { restaurant, categoryId: 1, itemName: 'Cheeseburger', itemId: null } as const
  const outcome = async (reason: string, description: string) => {
    await addPlaces([savedPlace('Shake House', { address: `${reason} ${description}`, reason })!])
    const { id } = progress().places.at(-1)!
    changePlaces(new Map([[id, { state: 'chosen', favorite }]]))
    const yolo = { id: 7, itemId: 7, itemName: 'Cheeseburger', description }
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'already_yours', message: '', yolo }, { status: 409 }),
    )
    expect(await saveChosen(progress().places.slice(-1))).toBeNull()
    const { state, problem } = progress().places.at(-1)!
    return [state, problem]
  }
  expect(await outcome('So crisp.', '')).toEqual([
    'chosen',
    expect.stringContaining('without a review'),
  ])
  expect(await outcome('So crisp.', 'Hm.')).toEqual([
    'chosen',
    expect.stringContaining('with another review'),
  ])
  expect(await outcome('So crisp.', 'So crisp.')).toEqual(['saved', null])
  expect(await outcome('', 'Hm.')).toEqual(['saved', null])
})

it('what waited is saved once it was sent, however long ago, and chosen again once it was discarded', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
  const { addPlaces, changePlaces, progress } = await tab()
  const { saveChosen } = await import('./save-chosen.ts')
  const { settleWaiting } = await import('./settle-waiting.ts')
  const { discardEntry, entriesOf, finishEntry } = await import('#platform/web/queue/entries.ts')
  await addPlaces([place('7 Ash St'), place('8 Fir St'), place('9 Yew St')])
  const mine = () => progress().places.slice(-3)
  const restaurant = { name: 'Shake House', address: '' }
  const favorite = { categoryId: 1, itemName: 'Cheeseburger', itemId: null } as const
  changePlaces(
    new Map(
      mine().map(({ id }, n) => [
        id,
        {
          state: 'chosen',
          favorite: {
            ...favorite,
            itemName: `Burger ${n}`,
            restaurant: { ...restaurant, placeId: `${n}` },
          },
        },
      ]),
    ),
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await saveChosen(mine())).toBeNull()
  const states = async () => {
    await settleWaiting()
    return mine().map(({ state }) => state)
  }
  expect(await states()).toEqual(['waits', 'waits', 'waits'])
  const [one, two, three] = await entriesOf(1)
  await finishEntry(one!.id, { id: 7 })
  await discardEntry(two!.id)
  // The queue doesn't keep for long what it has sent. My Page has it then.
  await discardEntry(three!.id)
  vi.stubGlobal('fetch', async () =>
    Response.json({
      items: [{ restaurantName: 'Shake House', categoryId: 1, itemName: 'burger 2' }],
    }),
  )
  expect(await states()).toEqual(['saved', 'chosen', 'saved'])
  expect(mine()[1]!.problem).toContain('no longer waits')
})

it('what was chosen waits for its member where the session ended by itself, and goes with a log-out', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
  const { addPlaces, cityOfPlaces, loadProgress, progress } = await tab()
  const { endRefusedSession, endSession } = await import('#platform/web/session/session.ts')
  const { beginSession } = await import('#features/accounts/sessions/open-session.ts')
  const { importCity } = await import('#features/places/chosen.ts')
  const { forgetOnLogOut } = await import('./forget-on-log-out.ts')
  forgetOnLogOut()
  const comeBack = async (id = 1, email = '') => {
    beginSession({ id, name: 'Ann', email, token: 'x', expires, verified: true })
    await loadProgress()
    return progress().places.map((brought) => brought.place.address)
  }
  await addPlaces([place('10 Oak St')])
  const choose = () => importCity.set({ name: 'Rome', latitude: 41.9, longitude: 12.5 })
  choose()
  endRefusedSession('x', false)
  expect(progress().places).toEqual([])
  expect(await comeBack()).toContain('10 Oak St')
  expect(cityOfPlaces()?.name).toBe('Rome')
  endRefusedSession('x', false)
  expect(await comeBack(2, 'ben@example.com')).toEqual([])
  expect(cityOfPlaces()).toBeNull()
  choose()
  endSession()
  expect(cityOfPlaces()).toBeNull()
  expect(await comeBack()).toEqual([])
})
