/** Members on a page of followers or of those that a member follows. */
export const followsPerPage = 100
