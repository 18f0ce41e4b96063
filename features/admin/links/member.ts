/** A member's whole story. */
export const memberPage = ({ id }: { id: number }) => `/admin/members/${id}`
