import { memberPage } from '#features/admin/links/member.ts'
import type { Column } from '#features/admin/table/column.ts'

type Named = { id: number; firstName: string | null; lastName: string | null; userName: string }

/** A member's names, which lead to their story; where the first is missing the username stands for it. */
export const nameColumns: Column<Named>[] = [
  {
    id: 'firstName',
    label: 'First name',
    value: ({ firstName, userName }) => firstName ?? userName,
    to: memberPage,
  },
  { id: 'lastName', label: 'Last name' },
]
