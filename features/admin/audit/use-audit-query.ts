import { useSearchParams } from 'react-router'
import { rangeErrors, today, type RangeErrors } from '../range/days.ts'

export const auditSearchKeys = ['actor', 'subject', 'action', 'from', 'to'] as const
export type AuditSearchValues = Record<(typeof auditSearchKeys)[number], string>

const isActor = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647

/** Returns the errors of each field, or null if there are none. */
export function auditErrors({
  actor,
  from,
  to,
}: AuditSearchValues): (RangeErrors & { actor?: string }) | null {
  const day = today()
  const days = rangeErrors({ from: from || '1900-01-01', to: to || day }, day)
  if (!actor || isActor(actor)) return days
  return { ...days, actor: 'Please give an id; 0 is the operator.' }
}

/** The audit's search, which is stored in the address. */
export function useAuditQuery() {
  const [search, setSearch] = useSearchParams()
  const words = Object.fromEntries(
    auditSearchKeys.map((key) => [key, search.get(key) ?? '']),
  ) as AuditSearchValues
  const { actor, subject, action, from, to } = words
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const input = {
    ...(actor ? { actor: Number(actor) } : {}),
    ...(subject ? { subject } : {}),
    ...(action ? { action } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(from || to ? { timeZone } : {}),
  }
  return {
    words,
    key: JSON.stringify(words),
    /** The input of the request, or null if the search is invalid, so that nothing is requested. */
    input: auditErrors(words) ? null : input,
    look: (next: AuditSearchValues) =>
      setSearch(Object.fromEntries(Object.entries(next).filter(([, text]) => text))),
  }
}
