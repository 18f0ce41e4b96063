import type { QueueEntry } from '../queue/entry.ts'
import { tabMessage } from '../storage/tab-message.ts'

/**
 * What the server answered to a tap of the member `by`, or what holds again because a write that waited was discarded.
 * Without `on`, that write was no switch.
 */
type Answer = { about: string; by: number | null; on?: boolean; count?: number }

const answers = tabMessage<Answer>('toggled')

export const tellOtherTabs = answers.send

/** Tells all tabs, also this one, that a write which waited isn't sent any more. */
export function tellDiscarded({ about, memberId, on }: QueueEntry): void {
  const answer: Answer = { about, by: memberId, ...(on !== undefined && { on: !on }) }
  answers.send(answer)
  answers.sendHere(answer)
}

/** Calls `listener` with what is told about a thing, if it is of the member who is logged in. */
export const onAnswerElsewhere = (about: string, listener: (answer: Answer) => void) =>
  answers.listen((answer) => answer.about === about && listener(answer))
