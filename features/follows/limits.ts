/** Maximum number of members on a page of followers, or of the members that a member follows or has blocked. */
export const followsPerPage = 100
