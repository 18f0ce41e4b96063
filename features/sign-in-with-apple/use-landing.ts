import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, asApiError } from '#platform/web/api/api.ts'
import { selectedDistance } from '#features/places/chosen.ts'
import { useHydrated } from '#platform/web/storage/stored.ts'
import { useBeginSession } from '#features/accounts/sessions/use-begin-session.ts'
import { saveChosenCity, loadSavedCity } from '#features/places/saved-city.ts'

/** `needs` is what the page must ask for first. `name` is the display name that is suggested to a newcomer. */
type Arrived = { code: string; needs: string | null; name: string }
/** State of the history entry. It survives a reload but isn't part of the address, so nobody sees or shares it. */
type HistoryState = { apple?: Arrived; refused?: string }
type Answers = { password?: string; userName?: string; birthDate?: string; emailConsent?: boolean }

const referrer = 6
const appleError = 'Apple Login error'
const refusals: Record<string, string> = {
  'apple-error': appleError,
  'apple-away': 'Apple can’t be reached. Please try again.',
}

function stateIn(hash: string): HistoryState | null {
  const refused = refusals[hash.slice(1)]
  if (refused) return { refused }
  const fragment = new URLSearchParams(hash.slice(1))
  const code = fragment.get('apple')
  const [needs, name] = [fragment.get('needs'), fragment.get('name') ?? '']
  return code ? { apple: { code, needs, name } } : null
}

/** Handles the return from Apple to the log-in page. Redeems the code in the address for a session. */
export function useReturnFromApple() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const begin = useBeginSession()
  const [failed, setFailed] = useState<string | null>(null)
  const [entered, setEntered] = useState('')
  const tried = useRef('')

  const replace = useCallback(
    (next: HistoryState) => navigate({ pathname, search }, { replace: true, state: next }),
    [navigate, pathname, search],
  )

  // Moves the outcome from the address to the history entry.
  useEffect(() => {
    const next = stateIn(hash)
    if (next) void replace(next)
  }, [hash, replace])

  const now = hydrated ? (stateIn(hash) ?? (state as HistoryState | null)) : null
  const arrived = now?.apple && now.apple.code !== entered ? now.apple : null
  const problem = now?.refused ?? failed

  /** Redeems a code. Throws errors after which a form can be sent again. */
  const logIn = useCallback(
    async ({ code, needs }: Arrived, answers?: Answers) => {
      setFailed(null)
      const isNew = needs === 'name'
      try {
        const answer = await api('POST /login', { authorization: { code }, referrer, ...answers })
        selectedDistance.set(20)
        setEntered(code)
        begin(answer, 'appleLogin')
        void (isNew ? saveChosenCity() : loadSavedCity())
      } catch (error) {
        const refused = asApiError(error)
        if (refused.code !== 'apple_login') throw refused
        // The code was used or has expired, so the member must start again.
        await replace({ refused: refused.message })
      }
    },
    [replace, begin],
  )

  const enter = useCallback(
    (member: Arrived) =>
      logIn(member).catch((error: unknown) => {
        const { code, message } = asApiError(error)
        setFailed(code === 'broken' ? appleError : message)
      }),
    [logIn],
  )

  useEffect(() => {
    if (!arrived || arrived.needs || tried.current === arrived.code) return
    tried.current = arrived.code
    void enter(arrived)
  }, [arrived, enter])

  return {
    problem,
    /** True while a member is being logged in without being asked for anything. */
    busy: arrived !== null && !arrived.needs && problem === null,
    /** Tries again with the same code. Absent if there is nothing to try again. */
    again: arrived && problem !== null ? () => void enter(arrived) : undefined,
    /** What a form must ask for, and how to log in with the answers. */
    asks: arrived?.needs
      ? {
          needs: arrived.needs,
          suggestedName: arrived.name,
          logIn: (answers: Answers) => logIn(arrived, answers),
        }
      : undefined,
  }
}
