import { useRef, useState } from 'react'
import { plural, wordFor } from '#platform/text/plural.ts'
import { api, asApiError } from '#platform/web/api.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { refetchLists } from '#features/admin/table/use-all-rows.ts'
import { maxAtOnce, type QueueDecision } from './limits.ts'
import { textsFor, usualReason, type Case } from './case.ts'

type Outcome = Pick<Case, 'state'> & { done: boolean }
type Decided = { typed: string; sent: Promise<{ done: readonly Case[] }> }

/** 'Ann', '2 clusters', '3 reports' */
function nameOf(cases: readonly Case[]): string {
  const [first, ...others] = cases
  if (others.length === 0) return first!.name
  const { noun } = first!.texts
  return plural(cases.length, others.every(({ texts }) => texts.noun === noun) ? noun : 'report')
}

/** One call for each reason, of at most so many. */
function* calls(cases: readonly Case[], decision: QueueDecision, typed: string) {
  const byReason = Map.groupBy(cases, (one) => typed.trim() || usualReason(one, decision))
  for (const [reason, some] of byReason)
    for (let at = 0; at < some.length; at += maxAtOnce)
      yield { reason, ids: some.slice(at, at + maxAtOnce).map(({ id }) => id) }
}

/** What was decided here: gone from the list at once, back where it failed or was undone. */
export function useDecisions({
  leaves,
  onBack,
}: {
  /** Which state of a case takes it out of this list. */
  leaves: (state: Case['state']) => boolean
  /** After an undo or a failure: the rows that are there again, and the reason typed for them. */
  onBack: (cases: readonly Case[], typed: string) => void
}) {
  const toast = useToast()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const history = useRef<Decided[]>([])
  const under = useRef(0)

  const hide = (ids: readonly string[]) => setGone((before) => new Set([...before, ...ids]))
  const show = (cases: readonly Case[]) => {
    const shown = new Set(cases.map(({ id }) => id))
    setGone((before) => new Set([...before].filter((id) => !shown.has(id))))
  }

  /** What the server says of each; as it was where it says nothing. */
  async function send(cases: readonly Case[], decision: QueueDecision, typed: string) {
    const outcomes = new Map<string, Outcome>(
      cases.map(({ id, state }) => [id, { state, done: false }]),
    )
    const wrong = new Set<string>()
    under.current++
    for (const { ids, reason } of calls(cases, decision, typed)) {
      try {
        const { results } = await api('POST /admin/queue/decide', { ids, decision, reason })
        for (const { id, state, done, message } of results) {
          outcomes.set(id, { state, done })
          if (message) wrong.add(message)
        }
      } catch (error) {
        wrong.add(asApiError(error).message)
      }
    }
    under.current--
    for (const text of wrong) toast({ text, tone: 'bad' })
    // Once for many pressed in a row.
    if (under.current === 0) void refetchLists()
    const left = cases.filter(({ id }) => leaves(outcomes.get(id)!.state))
    return {
      left,
      stayed: cases.filter((one) => !left.includes(one)),
      done: cases.filter(({ id }) => outcomes.get(id)!.done),
    }
  }

  const say = (cases: readonly Case[], decision: QueueDecision) =>
    `${nameOf(cases)} ${wordFor(cases.length, 'is', 'are')} ${textsFor(cases, decision).done}.`

  async function back(it: Decided) {
    history.current = history.current.filter((one) => one !== it)
    // What another decided first isn't undone by the way.
    const { done } = await it.sent
    if (done.length === 0) return
    const { stayed } = await send(done, 'restore', '')
    if (stayed.length === 0) return
    show(stayed)
    onBack(stayed, it.typed)
    toast(say(stayed, 'restore'))
  }

  /** Takes them from the list at once; they are back where it fails. */
  async function decide(cases: readonly Case[], decision: QueueDecision, typed = '') {
    hide(cases.map(({ id }) => id))
    const sent = send(cases, decision, typed)
    if (decision !== 'restore') {
      const it = { typed, sent }
      history.current.push(it)
      toast({
        text: say(cases, decision),
        action: { label: 'Undo', onPress: () => void back(it) },
      })
    }
    const { left, stayed } = await sent
    if (decision === 'restore' && left.length > 0) toast(say(left, decision))
    if (stayed.length === 0) return
    show(stayed)
    onBack(stayed, typed)
  }

  /** What was decided here last. */
  const undo = () => {
    const last = history.current.at(-1)
    if (last) void back(last)
    else toast('Nothing was decided here yet.')
  }
  return { gone, decide, undo }
}
