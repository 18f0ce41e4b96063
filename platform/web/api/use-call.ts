import { useEffect, useEffectEvent, useState } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api, asApiError, type ApiError } from './api.ts'
import { useSession } from '../session/session.ts'

/**
 * Makes a call for a form. `run` returns the server's response. It returns undefined if the call failed (`error` and
 * `fields` then say why) or if a previous one is still under way. `body` is the list of a call with `bodyList`.
 */
export function useCall<R extends Route>(route: R) {
  const [{ busy, error }, setState] = useState<{ busy: boolean; error: ApiError | null }>(idle)
  const clear = () => setState((now) => (now.busy ? now : idle))
  useForgetOnLogIn(error, clear)

  async function run(input: Input<R>, body?: unknown[]): Promise<Output<R> | undefined> {
    if (busy) return undefined
    setState({ busy: true, error: null })
    try {
      const answer = await api(route, input, { body })
      setState(idle)
      return answer
    } catch (failed) {
      setState({ busy: false, error: asApiError(failed) })
      return undefined
    }
  }
  return { run, busy, error, fields: error?.fields ?? {}, clear }
}

const idle = { busy: false, error: null }

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
