import { onSessionChange, session } from '#platform/web/session/session.ts'

/** The key in this tab's storage under which the answers of an unfinished sign-up are kept. */
export const answersKey = 'sign-up'

export function forgetAnswers(): void {
  try {
    sessionStorage.removeItem(answersKey)
  } catch {
    // Without storage, nothing is kept.
  }
}

/**
 * Forgets the answers of an unfinished sign-up once anybody logs in or out on this device, because the next person at
 * it mustn't read the name and e-mail of another.
 */
export function forgetAnswersOfOthers(): void {
  let last = session().id
  if (last !== null) forgetAnswers()
  onSessionChange(() => {
    const { id } = session()
    if (id !== last) forgetAnswers()
    last = id
  })
}
