import { badInput } from '#platform/contract/failure.ts'
import { tooYoung } from './contract.ts'

/** Only that the check was passed is kept, not the date (decision 12). */
export function checkAge(birthDate: string | undefined, now: Date): Date | null {
  if (!birthDate) return null
  const [year = 0, month = 0] = birthDate.split('-').map(Number)
  const months = (now.getUTCFullYear() - year) * 12 + (now.getUTCMonth() + 1 - month)
  if (months < 0)
    throw badInput({ fields: { birthDate: 'Please give the month and year of your birth.' } })
  // In the month of one's 13th birthday the day is unknown: it may be still to come.
  if (months <= 13 * 12) throw tooYoung()
  return now
}
