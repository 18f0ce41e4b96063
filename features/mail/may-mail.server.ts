import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'

/**
 * Whether one more mail may go to an address that its owner didn't give: not so many that others could use it to
 * pester them. Who asked isn't told, for that would tell whose address it is (S7).
 */
export async function mayMail(
  { limits }: Services,
  to: { member: number } | { email: string },
): Promise<boolean> {
  try {
    await limits.spendNamed('register-attempt', to)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
