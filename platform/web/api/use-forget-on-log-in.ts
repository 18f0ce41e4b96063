import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../session.ts'
import type { ApiError } from './api.ts'

/** Calls `forget` once someone has logged in, if `error` only asked for that. */
export function useForgetOnLogIn(error: ApiError | null, forget: () => void): void {
  const { token } = useSession()
  const onLogIn = useEffectEvent(() => {
    if (error?.code === 'not_logged_in') forget()
  })
  useEffect(() => {
    if (token !== null) onLogIn()
  }, [token])
}
