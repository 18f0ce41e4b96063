/** What a signal looks at. Two signals are independent where these differ. */
export type Aspect = 'pace' | 'newcomers' | 'no-return' | 'alike' | 'ring' | 'network'

/** How strongly one aspect speaks for one person behind many accounts, from 0 to 1, and in words. */
export type Signal = { signal: Aspect; strength: number; words: string }

export const between0And1 = (value: number) => Math.min(1, Math.max(0, value))

/** What is seen beyond what was expected, as a share of what is seen: FRAUDAR's and SynchroTrap's excess over chance. */
export const excess = (seen: number, expected: number) =>
  seen <= 0 ? 0 : between0And1(1 - expected / seen)

export const percent = (share: number) => `${Math.round(share * 100)} %`
