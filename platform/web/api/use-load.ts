import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api, asApiError, pathOfGetCall, type ApiError } from './api.ts'

type Reading = Extract<Route, `GET ${string}`>

type Answer<T> = { of: string } & ({ data: T; error: null } | { data?: undefined; error: ApiError })

/**
 * Loads data for part of a page after the page's own loader. The promise of `load` stays pending if a later load or the
 * component's end overtakes it.
 */
export function useLoad<R extends Reading>(route: R) {
  const [answer, setAnswer] = useState<Answer<Output<R>>>()
  const [busy, setBusy] = useState(false)
  const current = useRef<AbortController>(null)
  useEffect(() => () => current.current?.abort(), [])

  const load = useCallback(
    (input: Input<R>) =>
      new Promise<Answer<Output<R>>>((settle) => {
        current.current?.abort()
        const { signal } = (current.current = new AbortController())
        const of = pathOfGetCall(route, input)
        const finish = (answer: Answer<Output<R>>) => {
          if (signal.aborted) return
          setAnswer(answer)
          setBusy(false)
          settle(answer)
        }
        setBusy(true)
        api(route, input, { signal }).then(
          (data) => finish({ of, data, error: null }),
          (error: unknown) => finish({ of, error: asApiError(error) }),
        )
      }),
    [route],
  )
  return { load, busy, answer, error: busy ? null : (answer?.error ?? null) }
}

/** Like `useLoad`, but loads by itself whenever the input changes. Loads nothing while the input is null. */
export function useLoadOnChange<R extends Reading>(route: R, input: Input<R> | null) {
  const { load, busy, answer, error } = useLoad(route)
  const address = input && pathOfGetCall(route, input)
  const retry = () => void (input && load(input))
  const onChange = useEffectEvent(retry)
  useEffect(() => {
    if (address) onChange()
  }, [address])
  return { data: answer?.of === address ? answer.data : undefined, busy, error, retry }
}
