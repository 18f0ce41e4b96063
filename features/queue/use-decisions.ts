import { useRef, useState } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { refetchLists } from './table/use-list-pages.ts'
import { maxCasesPerDecision, type QueueDecision } from './limits.ts'
import { decisionButtonTexts, usualReason, type Case } from './case.ts'

type Outcome = Pick<Case, 'state'> & { done: boolean }

/** Put before the name of a case about a text or photo, because that name is the dish's. */
const prefixes: Partial<Record<string, string>> = {
  text: 'The text about ',
  photo: 'The photo of ',
  textanswer: 'The text about ',
  photoanswer: 'The photo of ',
}

/** Returns, for example, 'Ann', 'The text about Poutine', '2 clusters', '3 reports', or '4 cases' of several sorts. */
function nameOf(cases: readonly Case[]): string {
  const [first, ...others] = cases
  if (others.length === 0) return (prefixes[first!.about] ?? '') + first!.name
  const { noun } = first!.texts
  return countWithNoun(
    cases.length,
    others.every(({ texts }) => texts.noun === noun) ? noun : 'case',
  )
}

function doneText(cases: readonly Case[], decision: QueueDecision): string {
  const [first] = cases
  const { done } = decisionButtonTexts(first!, decision)
  if (cases.length > 1) return `${nameOf(cases)} are ${done}.`
  // A report is dismissed, not the member or the dish that it is about.
  if (done === 'dismissed') return `The report about ${first!.name} is ${done}.`
  // A cluster's name is 'Votes for …' or 'Reports against …', and that of its answers 'Who answered: Votes for …'.
  const areMany = first!.about === 'cluster' || first!.about === 'answers'
  return `${nameOf(cases)} ${areMany ? 'are' : 'is'} ${done}.`
}

/** Yields the calls to make: separate ones for each reason, each with at most `maxCasesPerDecision` cases. */
function* calls(cases: readonly Case[], decision: QueueDecision, typed: string) {
  const byReason = Map.groupBy(cases, (one) => typed.trim() || usualReason(one, decision))
  for (const [reason, some] of byReason)
    for (let at = 0; at < some.length; at += maxCasesPerDecision) {
      const few = some.slice(at, at + maxCasesPerDecision)
      yield { reason, ids: few.map(({ id }) => id), versions: few.map(({ version }) => version) }
    }
}

/**
 * Sends decisions. Returns the outcome of each case and the reasons why some failed. A case without a result from the
 * server keeps its state.
 */
async function send(cases: readonly Case[], decision: QueueDecision, typed: string) {
  const outcomes = new Map<string, Outcome>(
    cases.map(({ id, state }) => [id, { state, done: false }]),
  )
  const problems = new Set<string>()
  for (const { ids, versions, reason } of calls(cases, decision, typed)) {
    try {
      // A case leaves the list before it is decided, so an admin may leave the page meanwhile.
      const { results } = await api(
        'POST /admin/queue/decide',
        { ids, versions, decision, reason },
        { keepalive: true },
      )
      for (const { id, state, done, message } of results) {
        outcomes.set(id, { state, done })
        if (message) problems.add(message)
      }
    } catch (error) {
      problems.add(asApiError(error).message)
    }
  }
  return { outcomes, problems }
}

type Decided = { typed: string; done: Promise<readonly Case[]> }

type Options = {
  /** Returns whether a case in this state leaves the list. */
  leaves: (state: Case['state']) => boolean
  /** Called after an undo or a failure with the cases that are in the list again, and the reason typed for them. */
  onBack: (cases: readonly Case[], typed: string) => void
}

/** Decides cases. They leave the list at once, and return to it after a failure or an undo. */
export function useDecisions({ leaves, onBack }: Options) {
  const toast = useToast()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const history = useRef<Decided[]>([])
  const underWay = useRef(0)

  const show = (cases: readonly Case[], typed: string) => {
    const shown = new Set(cases.map(({ id }) => id))
    setGone((before) => new Set([...before].filter((id) => !shown.has(id))))
    onBack(cases, typed)
  }

  /**
   * Sends decisions. Returns which cases leave the list, which stay in it, and which were decided by this call. `about`
   * is what the notice is about that already says that they are decided.
   */
  async function settle(
    cases: readonly Case[],
    decision: QueueDecision,
    typed: string,
    about?: string,
  ) {
    underWay.current++
    const { outcomes, problems } = await send(cases, decision, typed)
    underWay.current--
    const done = cases.filter(({ id }) => outcomes.get(id)!.done)
    // It takes the place of the notice that says that they are decided.
    const isReplaced = about !== undefined && done.length === 0
    for (const [at, text] of [...problems].entries())
      toast({ text, tone: 'bad', ...(isReplaced && at === 0 && { about }) })
    // The lists are fetched once after several decisions in a row.
    if (underWay.current === 0) void refetchLists()
    const { left = [], stayed = [] } = Object.groupBy(cases, ({ id }) =>
      leaves(outcomes.get(id)!.state) ? 'left' : 'stayed',
    )
    return { left, stayed, done }
  }

  async function undo(decided: Decided) {
    history.current = history.current.filter((other) => other !== decided)
    // Only what this admin decided is undone, not what another admin had decided before.
    const done = await decided.done
    if (done.length === 0) return
    const { stayed } = await settle(done, 'restore', '')
    if (stayed.length === 0) return
    show(stayed, decided.typed)
    toast(doneText(stayed, 'restore'))
  }

  /** Removes the cases from the list at once, and shows them again if deciding fails. */
  async function decide(cases: readonly Case[], decision: QueueDecision, typed: string) {
    setGone((before) => new Set([...before, ...cases.map(({ id }) => id)]))
    const about = `decision on ${cases.map(({ id }) => id).join(' ')}`
    const settled = settle(cases, decision, typed, about)
    if (decision !== 'restore') {
      const decided = { typed, done: settled.then(({ done }) => done) }
      history.current.push(decided)
      toast({
        text: doneText(cases, decision),
        about,
        action: { label: 'Undo', onPress: () => void undo(decided) },
      })
    }
    const { left, stayed } = await settled
    if (decision === 'restore' && left.length > 0) toast(doneText(left, decision))
    if (stayed.length > 0) show(stayed, typed)
  }

  /** Undoes the last decision that was made here. */
  const undoLast = () => {
    const last = history.current.at(-1)
    if (last) void undo(last)
    else toast('Nothing was decided here yet.')
  }
  return { gone, decide, undoLast }
}
