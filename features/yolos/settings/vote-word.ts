/** What is said when the dish that a favorite became had one's vote. */
export const voteWord = ({ voteWithdrawn }: { voteWithdrawn: boolean }) =>
  voteWithdrawn ? ' Your upvote of it is withdrawn: a favorite counts by itself.' : ''
