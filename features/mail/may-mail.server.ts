import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'

/**
 * Returns whether one more mail may be sent to an address that someone else might have typed, and counts it if so. The
 * number is limited, so that nobody can pester the owner. The caller must not reveal the result, because it depends on
 * whose address it is (docs/safety.md, S7).
 */
export async function spendMailBudget(
  { limits }: Services,
  to: { member: number } | { email: string },
): Promise<boolean> {
  const owner = 'email' in to ? { email: mailboxOf(to.email) } : to
  try {
    await limits.spendNamed('register-attempt', owner)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Returns the address without what follows a `+`, because most providers deliver all such addresses to one mailbox. A
 * Gmail address is returned without dots, too, because Gmail ignores them.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at).replace(/\+.*/, ''), email.slice(at + 1).toLowerCase()]
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
