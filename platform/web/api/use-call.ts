import { useCallback, useRef, useState } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { sendOrKeep, type WaitingWriteDescription } from '../queue/send-or-keep.ts'
import { api, asApiError, type ApiError } from './api.ts'
import { isChangedElsewhere, knowing } from './changed-elsewhere.ts'
import { useForgetOnLogIn } from './use-forget-on-log-in.ts'

type CallOptions = {
  /** The body, if it isn't the input without the path's parameters: the list of a call with `bodyList`. */
  body?: unknown[]
  /** Lets the write wait on this device if the server can't be reached. `onKept` is called if it has to wait. */
  waits?: WaitingWriteDescription & { onKept: () => void }
}

/**
 * Makes a call for a form. `run` returns the server's response. It returns undefined if the call failed (`error` and
 * `fields` then say why), if it was kept to be sent later, or if a previous one is still under way.
 */
export function useCall<R extends Route>(route: R) {
  const [state, setState] = useState<{ busy: boolean; error: ApiError | null }>(idle)
  const [changed, setChanged] = useState<ApiError | null>(null)
  const underWay = useRef(false)

  const run = useCallback(
    async (given: Input<R>, { body, waits }: CallOptions = {}): Promise<Output<R> | undefined> => {
      if (underWay.current) return undefined
      underWay.current = true
      setState({ busy: true, error: null })
      let failed: ApiError | null = null
      const input = changed ? knowing(given, changed) : given
      try {
        if (!waits) {
          const answer = await api(route, input, { body })
          setChanged(null)
          return answer
        }
        const { onKept, ...about } = waits
        const { answer, kept } = await sendOrKeep(route, input, about, body)
        setChanged(null)
        if (kept !== undefined) onKept()
        return answer
      } catch (error) {
        failed = asApiError(error)
        if (isChangedElsewhere(failed)) setChanged(failed)
        return undefined
      } finally {
        underWay.current = false
        setState({ busy: false, error: failed && isChangedElsewhere(failed) ? null : failed })
      }
    },
    [route, changed],
  )
  const clear = useCallback(() => setState((now) => (now.busy ? now : idle)), [])
  useForgetOnLogIn(state.error, clear)
  return {
    run,
    ...state,
    fields: state.error?.fields ?? noFields,
    clear,
    /** Says what stands now, if an edit was refused because its page showed something else. It stays while one types. */
    changedText: changed && `${changed.message} Saving again replaces it.`,
    /** What stands now, by the names of `expected`. */
    standing: (changed?.details.now ?? noFields) as Standing<R>,
  }
}

type Standing<R extends Route> =
  Input<R> extends { expected?: infer Expected } ? Partial<NonNullable<Expected>> : object

const idle = { busy: false, error: null }
const noFields: Record<string, string> = {}
