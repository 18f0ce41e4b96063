import { useCallback, useEffect, useRef } from 'react'
import { useFetcher, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { addressOf, asApiError, send, type ApiError } from './api.ts'

type Reading = Extract<Route, `GET ${string}`>

/** `of`: the address asked for, below /api. */
type Answer<T> = { of: string } & ({ data: T; error: null } | { data?: undefined; error: ApiError })

/**
 * What a part of a page reads after the page's own loader: by the router's fetchers, which drop what was
 * overtaken. The promise of `load` then stays open, as it does when one has left.
 */
export function useLoad<R extends Reading>(route: R) {
  const { load: loadFrom, reset, state, data: answer } = useFetcher<Answer<Output<R>>>()
  const asked = useRef<{ address: string; settle: (answer: Answer<Output<R>>) => void }>(null)
  const seen = useRef(answer)
  // After every drawing: an effect that depends on the answer doesn't run when it arrives in the midst of one.
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer && answer.of === asked.current?.address) asked.current.settle(answer)
  })
  useEffect(() => () => reset(), [reset])

  const load = useCallback(
    (input: Input<R>) =>
      new Promise<Answer<Output<R>>>((settle) => {
        const address = addressOf(route, input)
        asked.current = { address, settle }
        void loadFrom(`/api${address}`)
      }),
    [loadFrom, route],
  )
  const busy = state !== 'idle'
  return { load, busy, answer, error: busy ? null : (answer?.error ?? null) }
}

/** The same where the input says when: asked whenever it is another one, and not at all while it is null. */
export function useAnswer<R extends Reading>(route: R, input: Input<R> | null) {
  const { load, busy, answer, error } = useLoad(route)
  const address = input && addressOf(route, input)
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  const retry = useCallback(() => latest.current && void load(latest.current), [load])
  useEffect(() => {
    if (address) retry()
  }, [address, retry])
  return { data: answer?.of === address ? answer.data : undefined, busy, error, retry }
}

/** The address of a fetcher is the call's own. No page stands below /api: the server answers there itself. */
export const callRoute: RouteObject = {
  path: '/api/*',
  // Only the one who asked asks again.
  shouldRevalidate: () => false,
  async loader({ request, url }: LoaderFunctionArgs): Promise<Answer<unknown>> {
    const of = url.pathname.slice('/api'.length) + url.search
    try {
      return { of, data: await send('GET', of, request.signal), error: null }
    } catch (error) {
      if (request.signal.aborted) throw error
      return { of, error: asApiError(error) }
    }
  },
}
