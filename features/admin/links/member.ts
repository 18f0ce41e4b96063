/** The address of a member's story. */
export const memberPage = ({ id }: { id: number }) => `/admin/members/${id}`
