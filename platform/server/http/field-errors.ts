import type { z } from 'zod'
import { countWithNoun } from '#platform/text/plural.ts'

const kinds: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
}

const things = { string: 'character', array: 'entry', set: 'entry' } as Record<string, string>

const amount = (count: number | bigint, origin: string) => {
  const thing = things[origin]
  if (!thing) return Number(count).toLocaleString('en')
  return countWithNoun(Number(count), thing, thing === 'entry' ? 'entries' : undefined)
}

/** Returns our message for an invalid field whose schema has none, so that zod's messages never reach a visitor. */
export function fieldError(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue
  if (code === 'invalid_type') {
    if (input === undefined || input === null) return 'Please fill this in.'
    return kinds[issue.expected] ?? 'This can’t be used.'
  }
  if (code === 'too_small')
    return issue.origin === 'string' && issue.minimum === 1
      ? 'Please fill this in.'
      : `At least ${amount(issue.minimum, issue.origin)}, please.`
  if (code === 'too_big') return `At most ${amount(issue.maximum, issue.origin)}, please.`
  if (code === 'invalid_value')
    return input === undefined ? 'Please choose one.' : 'Please choose one that is offered.'
  if (code === 'not_multiple_of') return 'This must be a whole number.'
  if (code === 'invalid_format') return 'This isn’t written as we need it.'
  return 'This can’t be used.'
}
