import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api, asApiError, type ApiError } from './api.ts'
import { useSession } from '../session/session.ts'

type CallOptions = {
  /** The body, if it isn't the input without the path's parameters: the list of a call with `bodyList`. */
  body?: unknown[]
}

/**
 * Makes a call for a form. `run` returns the server's response. It returns undefined if the call failed (`error` and
 * `fields` then say why) or if a previous one is still under way.
 */
export function useCall<R extends Route>(route: R) {
  const [state, setState] = useState<{ busy: boolean; error: ApiError | null }>(idle)
  const underWay = useRef(false)

  const run = useCallback(
    async (input: Input<R>, { body }: CallOptions = {}): Promise<Output<R> | undefined> => {
      if (underWay.current) return undefined
      underWay.current = true
      setState({ busy: true, error: null })
      let failed: ApiError | null = null
      try {
        return await api(route, input, { body })
      } catch (error) {
        failed = asApiError(error)
        return undefined
      } finally {
        underWay.current = false
        setState({ busy: false, error: failed })
      }
    },
    [route],
  )
  const clear = useCallback(() => setState((now) => (now.busy ? now : idle)), [])
  useForgetOnLogIn(state.error, clear)
  return { run, ...state, fields: state.error?.fields ?? noFields, clear }
}

const idle = { busy: false, error: null }
const noFields: Record<string, string> = {}

/** Calls `forget` once someone has logged in or verified their e-mail, if `error` only asked for that. */
export function useForgetOnLogIn(error: ApiError | null, forget: () => void): void {
  const { token, verified } = useSession()
  const onChange = useEffectEvent((code: string) => {
    if (error?.code === code) forget()
  })
  useEffect(() => {
    if (token !== null) onChange('not_logged_in')
  }, [token])
  useEffect(() => {
    if (verified) onChange('verify_first')
  }, [verified])
}
