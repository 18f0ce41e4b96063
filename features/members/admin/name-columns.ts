import { adminMemberPath } from '#features/admin/links/member.ts'
import type { Column } from '#features/admin/table/column.ts'

type Named = { id: number; firstName: string | null; lastName: string | null; userName: string }

/** Columns for a member's names, which link to their story. The user name replaces a missing first name. */
export const nameColumns: Column<Named, 'firstName' | 'lastName'>[] = [
  {
    id: 'firstName',
    label: 'First name',
    sort: 'firstName',
    value: ({ firstName, userName }) => firstName ?? userName,
    to: adminMemberPath,
  },
  { id: 'lastName', label: 'Last name', sort: 'lastName' },
]
