let version = 0

/**
 * Returns how many votes were cast or taken back in this window since the page was loaded. Each one makes the cached
 * lists of the member's votes outdated.
 */
export const voteVersion = () => version

export const bumpVoteVersion = () => {
  version++
}
