/** Said to everyone, because whether other mails went to a mailbox is nobody's business (docs/safety.md, S7). */
export const perMailbox = 'If none comes, ask again later: at most five an hour go to one mailbox.'
