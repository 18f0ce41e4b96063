import { useState } from 'react'
import { ApiError } from '#platform/web/api/api.ts'
import { turnOnPush } from './this-device.ts'

/** Turns pushes on by a tap. `run` returns whether they are on; otherwise `problem` says why not. */
export function useTurnOnPush() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function run(): Promise<boolean> {
    setBusy(true)
    setProblem('')
    try {
      if (await turnOnPush()) return true
      setProblem('Your browser didn’t allow it, so nothing is sent to this device.')
    } catch (error) {
      // Any other error comes from the browser's push service, which is missing or can't be reached.
      setProblem(
        error instanceof ApiError
          ? error.message
          : 'Your browser can’t receive notices just now. Please try again later.',
      )
    } finally {
      setBusy(false)
    }
    return false
  }
  return { run, busy, problem }
}
