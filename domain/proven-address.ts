/** Returns whether somebody else than the reader of this member's mailbox might have made the account. */
export const mightBeAnothers = (
  member: { email_verified_at: Date | null; email_proven_elsewhere: boolean } | undefined,
) => !member?.email_verified_at || member.email_proven_elsewhere
