import { thresholds } from './lines.data.ts'
import type { Signal } from './signals/signals.ts'

export type Verdict = {
  score: number
  /** The signals that were found, the strongest first. */
  reasons: Signal[]
  verdict: 'rule' | 'desk' | 'none'
}

/**
 * Scores how suspicious a cluster is: the geometric mean of its two strongest signals, so that one signal alone scores
 * 0. The verdict 'rule' means that the members are held at once, 'desk' that an admin decides. The rule acts only on at
 * least ten accounts and if neither of the two signals is the network.
 */
export function scoreCluster(
  accounts: number,
  signals: Signal[],
  least: number = thresholds.accounts.is,
): Verdict {
  const reasons = signals
    .filter(({ strength }) => strength > 0)
    .map(({ signal, strength, words }) => ({ signal, strength, words }))
    .sort((a, b) => b.strength - a.strength)
  const score = Math.sqrt((reasons[0]?.strength ?? 0) * (reasons[1]?.strength ?? 0))
  const strong = reasons.slice(0, 2).every(({ signal }) => signal !== 'network')
  if (score >= thresholds.rule.is && accounts >= thresholds.accounts.is && strong)
    return { score, reasons, verdict: 'rule' }
  const isSeen = score >= thresholds.desk.is && accounts >= least
  return { score, reasons, verdict: isSeen ? 'desk' : 'none' }
}
