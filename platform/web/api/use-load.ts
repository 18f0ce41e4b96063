import { useCallback, useEffect, useRef } from 'react'
import { useFetcher, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { pathOfGetCall, asApiError, requestJson, type ApiError } from './api.ts'

type Reading = Extract<Route, `GET ${string}`>

/** `of` is the requested address, below /api. */
type Answer<T> = { of: string } & ({ data: T; error: null } | { data?: undefined; error: ApiError })

/**
 * Loads data for part of a page after the page's own loader. Uses a router fetcher, which ignores outdated responses.
 * The promise of `load` stays pending if its response is outdated or the component has unmounted.
 */
export function useLoad<R extends Reading>(route: R) {
  const { load: loadFrom, reset, state, data: answer } = useFetcher<Answer<Output<R>>>()
  const asked = useRef<{ address: string; settle: (answer: Answer<Output<R>>) => void }>(null)
  const seen = useRef(answer)
  // Runs after every render, because an effect that depends on `answer` doesn't run if the answer arrives during a
  // render.
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer && answer.of === asked.current?.address) asked.current.settle(answer)
  })
  useEffect(() => () => reset(), [reset])

  const load = useCallback(
    (input: Input<R>) =>
      new Promise<Answer<Output<R>>>((settle) => {
        const address = pathOfGetCall(route, input)
        asked.current = { address, settle }
        void loadFrom(fetcherPath + address)
      }),
    [loadFrom, route],
  )
  const busy = state !== 'idle'
  return { load, busy, answer, error: busy ? null : (answer?.error ?? null) }
}

/** Like `useLoad`, but loads by itself whenever the input changes. Loads nothing while the input is null. */
export function useLoadOnChange<R extends Reading>(route: R, input: Input<R> | null) {
  const { load, busy, answer, error } = useLoad(route)
  const address = input && pathOfGetCall(route, input)
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

/**
 * The path of the route that fetchers load, below which the address is that of a call. Each page makes its own, so
 * that no link leads to it: with `?next=` one would make a member send any call.
 */
export const fetcherPath = `/${crypto.getRandomValues(new Uint32Array(4)).join('-')}`

export const apiFetcherRoute: RouteObject = {
  path: `${fetcherPath}/*`,
  // Only the component that loaded the data loads it again.
  shouldRevalidate: () => false,
  async loader({ request, url }: LoaderFunctionArgs): Promise<Answer<unknown>> {
    const of = url.pathname.slice(fetcherPath.length) + url.search
    try {
      return { of, data: await requestJson('GET', of, { signal: request.signal }), error: null }
    } catch (error) {
      if (request.signal.aborted) throw error
      return { of, error: asApiError(error) }
    }
  },
}
