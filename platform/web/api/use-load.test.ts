import { createMemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { pathOfGetCall } from './api.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import { apiFetcherRoute, fetcherPath } from './use-load.ts'

afterEach(() => vi.unstubAllGlobals())

const pageLoads = { of: 0 }
const page = { id: 'page', path: '/', loader: () => ({ drawn: ++pageLoads.of }) }

/** Requests each of these addresses with one fetcher. Returns the answers that the fetcher received. */
async function loaded(server: (path: string, init: RequestInit) => Response, asked: string[]) {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => server(path, init))
  const router = createMemoryRouter([page, apiFetcherRoute])
  const answers: unknown[] = []
  router.subscribe(({ fetchers }) => {
    const fetcher = fetchers.get('one')
    if (fetcher?.state === 'idle' && fetcher.data) answers.push(fetcher.data)
  })
  router.getFetcher('one')
  await Promise.all(asked.map((address) => router.fetch('one', 'page', fetcherPath + address)))
  return { answers, errors: router.state.errors, router }
}

const input = { id: 'a/b ?', q: "Nye’s + 50 % & 'x'", tags: ['1', '2'] }
const odd = pathOfGetCall('GET /restaurants/:id', input)

test('a fetcher asks the call’s own address and says what it answers', async () => {
  const paths: string[] = []
  const { answers } = await loaded((path) => (paths.push(path), Response.json([1])), [odd])
  expect(paths).toEqual([`/api${odd}`])
  expect(answers).toEqual([{ of: odd, data: [1], error: null }])
})

test('a refusal is data, not a broken page', async () => {
  const refused = () => Response.json({ error: 'no', message: 'Not so.' }, { status: 422 })
  const { answers, errors } = await loaded(refused, ['/marks'])
  expect(answers).toMatchObject([{ of: '/marks', error: { code: 'no', message: 'Not so.' } }])
  expect(errors).toBeNull()
})

test('of two questions only the last is answered', async () => {
  const { answers } = await loaded((path) => Response.json(path), ['/yolos?q=a', '/yolos?q=ab'])
  expect(answers).toEqual([{ of: '/yolos?q=ab', data: '/api/yolos?q=ab', error: null }])
})

test('what was read stays when the page is asked again, and asking loads no page', async () => {
  let calls = 0
  const { router } = await loaded(() => Response.json(++calls), ['/marks'])
  const before = pageLoads.of
  await router.fetch('one', 'page', `${fetcherPath}/marks`)
  expect([calls, pageLoads.of]).toEqual([2, before])
  await router.revalidate()
  expect([calls, pageLoads.of]).toEqual([2, before + 1])
})
