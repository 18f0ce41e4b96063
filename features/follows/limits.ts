/** Members on a page of followers, or of those that a member follows or has blocked. */
export const followsPerPage = 100
