/** Texts that show admins what became of a winner. */
export const outcomeTexts = {
  waiting: 'May still answer',
  accepted: 'Accepted',
  declined: 'Declined',
  unanswered: 'Didn’t answer in time',
  held: 'Held: the prize waits',
  left: 'Left',
}

export const stateTexts = { coming: 'Coming', open: 'Open', closed: 'Closed', past: 'Over' }
