let cast = 0

/** How often this page's member has voted or taken a vote back: what is kept of their votes is old with the next. */
export const votesCast = () => cast

export const noteVote = () => {
  cast++
}
