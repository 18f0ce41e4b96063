let version = 0

/**
 * Returns how many votes have been cast or taken back since the page was loaded. Each one makes the cached lists of the
 * member's votes outdated.
 */
export const voteVersion = () => version

export const bumpVoteVersion = () => {
  version++
}
