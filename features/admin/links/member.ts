/** The address of a member's story. */
export const adminMemberPath = ({ id }: { id: number }) => `/admin/members/${id}`
