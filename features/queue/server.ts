import type { DecisionContext, DecisionOutcome } from '#domain/queue/kind.ts'
import { goneOutcome, newestDecisionOn, stateOfDecision } from '#domain/queue/outcomes.ts'
import { auditSubjectOf, type ReportTarget } from '#domain/decisions.ts'
import { Refusal, badInput } from '#platform/contract/failure.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { areDecidableTogether } from './case.ts'
import { adminQueue, decideQueueCases } from './contract.ts'
import { parseCaseId, queueKindOf } from './kinds.server.ts'
import type { QueueDecision } from './limits.ts'
import { decidedCases, openCases } from './list.server.ts'
import { loadQueueRows } from './rows.server.ts'

export * as calls from './contract.ts'

export const handlers = (services: Services) => {
  const { database, clock } = services
  return [
    implementCall(adminQueue, async ({ input: { state, ...asked } }) => {
      const { cases, ...page } =
        state === 'open'
          ? await openCases(database, asked, clock.now())
          : await decidedCases(database, asked)
      return { items: await loadQueueRows(database, cases), ...page }
    }),

    implementCall(
      decideQueueCases,
      async ({ input: { ids, versions, decision, reason = '' }, viewer }) => {
        if (decision !== 'restore' && reason === '')
          throw badInput({ fields: { reason: 'Please say why.' } })
        if (versions && versions.length !== ids.length)
          throw badInput({ fields: { versions: 'One for each case.' } })
        // Another page than ours, or an older one, would hold members with the word for removing a dish.
        if (!areDecidableTogether(subjectsOf(ids), decision))
          throw badInput({ fields: { ids: 'Only cases that have the same buttons.' } })
        const results = []
        for (const [n, id] of ids.entries()) {
          const by = { actor: viewer, reason, seen: versions?.[n] ?? null }
          results.push({ id, ...(await settle(services, id, decision, by)) })
        }
        return { results }
      },
    ),
  ]
}

/** Returns the texts of these cases, without those that there can't be. */
const subjectsOf = (ids: readonly string[]) =>
  ids.flatMap((id) => {
    const one = parseCaseId(id)
    return (one && queueKindOf(one)) ?? []
  })

/** Decides one case in its own transaction, so that a refusal doesn't affect the other cases. */
async function settle(
  services: Services,
  caseId: string,
  decision: QueueDecision,
  by: Pick<DecisionContext, 'actor' | 'reason' | 'seen'>,
): Promise<DecisionOutcome> {
  const one = parseCaseId(caseId)
  const kind = one && queueKindOf(one)?.kind
  if (!one || !kind) return goneOutcome
  try {
    return await transact(services.database, (tx) => {
      const deciding = { services, tx, at: services.clock.now(), ...by }
      return decision === 'restore'
        ? kind.restore(one, deciding)
        : kind.decide(one, decision, deciding)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const standing = await newestDecisionOn(services.database, auditSubjectOf(one as ReportTarget))
    const state = standing?.round === one.round ? stateOfDecision[standing.decision] : 'open'
    return { done: false, state, message: error.message }
  }
}
