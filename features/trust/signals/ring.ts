import { lines } from '../lines.data.ts'
import { between0And1, percent, type Signal } from './signal.ts'

/**
 * A reciprocity ring: the share of a group's votes that meet favourites of others in the group, beyond the
 * share of all votes near here that those dishes have: certain from three quarters on. Link farms are found so (Gyöngyi and Garcia-Molina,
 * 'Link spam alliances', 2005); SybilRank's cut is the same thought: many ties within, few from outside.
 */
export function ringOf(votes: number, within: number, usual: number): Signal {
  const share = votes === 0 ? 0 : within / votes
  return {
    signal: 'ring',
    strength: usual >= 1 ? 0 : between0And1((share - usual) / (lines.ringShare.is * (1 - usual))),
    words: `${percent(share)} of their votes meet each other’s favourites; ${percent(usual)} is usual near here`,
  }
}
