import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, asApiError } from '#platform/web/api/api.ts'
import { selectedDistance, saveChosenCity, loadSavedCity } from '#features/places/chosen.ts'
import { beginSession } from '#features/accounts/sessions/sessions.ts'

/** `needs` is what the page must ask for first. `name` is the display name that is suggested to a newcomer. */
type Arrived = { code: string; needs: string | null; name: string }
type Answers = { password?: string; userName?: string; birthDate?: string; emailConsent?: boolean }

const referrer = 6
const appleError = 'Apple Login error'
const problems: Record<string, string> = {
  'apple-error': appleError,
  'apple-away': 'Apple can’t be reached. Please try again.',
}

/** Handles the return from Apple to the log-in page. Redeems the code in the address for a session. */
export function useReturnFromApple() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [arrived, setArrived] = useState<Arrived | null>(null)

  /** Redeems a code. Throws errors after which a form can be sent again. */
  const logIn = useCallback(async ({ code, needs }: Arrived, answers: Answers = {}) => {
    try {
      beginSession(
        await api('POST /login', { authorization: { code }, referrer, ...answers }),
        'appleLogin',
      )
      selectedDistance.set(20)
      void (needs === 'name' ? saveChosenCity() : loadSavedCity())
    } catch (error) {
      const refused = asApiError(error)
      // After other refusals the form can be sent again with the same code.
      if (needs && refused.code !== 'apple_login') throw refused
      setProblem(refused.code === 'broken' ? appleError : refused.message)
    }
    setArrived(null)
  }, [])

  const code = new URLSearchParams(hash.slice(1)).get('apple')
  useEffect(() => {
    const params = new URLSearchParams(hash.slice(1))
    const refusal = problems[hash.slice(1)]
    if (!code && !refusal) return
    const arrive = async () => {
      const next = code && { code, needs: params.get('needs'), name: params.get('name') ?? '' }
      if (next) setArrived(next)
      else setProblem(refusal!)
      // Nobody sees or shares the code.
      await navigate({ pathname, search }, { replace: true })
      if (next && !next.needs) await logIn(next)
    }
    void arrive()
  }, [code, hash, pathname, search, navigate, logIn])

  return {
    problem,
    /** True from the return until the log-in is done. Meanwhile a member isn't sent on. */
    returns: code !== null || arrived !== null,
    /** True while a member is being logged in without being asked for anything. */
    busy: arrived !== null && !arrived.needs,
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
