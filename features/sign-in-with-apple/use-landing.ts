import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, asApiError } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { selectedDistance } from '#features/places/chosen.ts'
import { useHydrated } from '#platform/web/storage/stored.ts'
import { useBeginSession } from '#features/accounts/sessions/use-begin-session.ts'
import { saveChosenCity, loadSavedCity } from '#features/accounts/profile/location.ts'
import { justJoinedMemberId } from '#features/accounts/sign-up/welcome.tsx'
import type { AppleAnswers } from './newcomer.tsx'

/** `name` is the display name that is suggested to a newcomer. */
type Arrived = { code: string; isNew: boolean; name: string }
/** State of the history entry. It survives a reload but isn't part of the address, so nobody sees or shares it. */
type Kept = { apple?: Arrived; refused?: string }

const referrer = 6
const appleError = 'Apple Login error'
const refusals: Record<string, string> = {
  'apple-error': appleError,
  'apple-away': 'Apple can’t be reached. Please try again.',
}

function keptIn(hash: string): Kept | null {
  const refused = refusals[hash.slice(1)]
  if (refused) return { refused }
  const fragment = new URLSearchParams(hash.slice(1))
  const code = fragment.get('apple')
  const name = fragment.get('name') ?? ''
  return code ? { apple: { code, isNew: fragment.has('new'), name } } : null
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

  const keep = useCallback(
    (kept: Kept) => navigate({ pathname, search }, { replace: true, state: kept }),
    [navigate, pathname, search],
  )

  // Moves the outcome from the address to the history entry.
  useEffect(() => {
    const kept = keptIn(hash)
    if (kept) void keep(kept)
  }, [hash, keep])

  const kept = hydrated ? (keptIn(hash) ?? (state as Kept | null)) : null
  const arrived = kept?.apple && kept.apple.code !== entered ? kept.apple : null
  const problem = kept?.refused ?? failed

  /** Redeems a code. Throws errors after which the newcomer's form can be sent again. */
  const logIn = useCallback(
    async ({ code, isNew }: Arrived, answers?: AppleAnswers) => {
      setFailed(null)
      const input = { authorization: { code }, referrer, ...answers }
      try {
        const answer = await api('POST /login', input)
        selectedDistance.set(20)
        if (isNew) {
          justJoinedMemberId.set(answer.id)
        }
        setEntered(code)
        begin(answer, 'appleLogin')
        void (isNew ? saveChosenCity() : loadSavedCity())
      } catch (error) {
        const refused = asApiError(error)
        const isFinal = (['apple_login', 'apple_unlinked'] as const).some((code) =>
          refusalDetails(refused, 'POST /login', code),
        )
        if (!isFinal) throw refused
        // The code was used or has expired, or Apple is unlinked, so the member must start again.
        await keep({ refused: refused.message })
      }
    },
    [keep, begin],
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
    if (!arrived || arrived.isNew || tried.current === arrived.code) return
    tried.current = arrived.code
    void enter(arrived)
  }, [arrived, enter])

  return {
    problem,
    /** True while an existing member is being logged in. */
    busy: arrived !== null && !arrived.isNew && problem === null,
    /** Tries again with the same code. Absent if there is nothing to try again. */
    again: arrived && problem !== null ? () => void enter(arrived) : undefined,
    /** What a newcomer's form begins with, and creates the account by. Absent for an existing member. */
    newcomer: arrived?.isNew
      ? {
          suggestedName: arrived.name,
          join: (answers: AppleAnswers) => logIn(arrived, answers),
        }
      : undefined,
  }
}
