import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../session/session.ts'
import type { ApiError } from './api.ts'

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
