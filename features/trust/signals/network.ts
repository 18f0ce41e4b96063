import { lines } from '../lines.data.ts'
import { between0And1, percent, type Signal } from './signal.ts'

/**
 * A shared network: the largest share of these accounts that came from one, where they are few. From twenty on it
 * is a dormitory, a phone company or a restaurant's guests; and it is never enough alone (rules: trust).
 */
export function networkOf(accounts: number, largest: number, known: number): Signal {
  const share = known === 0 ? 0 : largest / known
  const speaks = accounts < lines.crowd.is && known >= accounts / 2
  return {
    signal: 'network',
    strength: speaks ? between0And1(2 * share - 1) * lines.network.is : 0,
    words: `${percent(share)} came from one network`,
  }
}
