import { storedValue } from '#platform/web/storage/stored.ts'

type Invitation = { code: string; until: number }

/**
 * The invitation whose link was opened in this browser. It is stored for 30 days or until someone joins here. The code
 * is sent when the link is opened and when someone joins.
 */
export const storedInvitation = storedValue<Invitation | null>('invitation', null, (json) => {
  const { code, until } = (json ?? {}) as Record<string, unknown>
  const isValid = typeof code === 'string' && typeof until === 'number' && until > Date.now()
  return isValid ? { code, until } : null
})
