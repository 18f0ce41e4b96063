/** What everyone sees of a member. */
export const memberPage = ({ id }: { id: number }) => `/user/${id}`
