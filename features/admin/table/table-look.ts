import { useMemo } from 'react'
import { stored, useStored, type Stored } from '#platform/web/stored.ts'

export const pageSizes = [25, 50, 100, 'all'] as const
export type PageSize = (typeof pageSizes)[number]

/** What an admin chose for one table: which columns are otherwise than at first, and how many rows a page has. */
export type TableLook = { columns: Record<string, boolean>; pageSize: PageSize }

const first: TableLook = { columns: {}, pageSize: 25 }

function read(json: unknown): TableLook {
  const { columns, pageSize } = json as Record<string, unknown>
  const shown = Object.entries((columns ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  )
  return {
    columns: Object.fromEntries(shown),
    pageSize: pageSizes.find((size) => size === pageSize) ?? first.pageSize,
  }
}

const looks = new Map<string, Stored<TableLook>>()

/** Kept in the browser under the table's name. */
export function useTableLook(name: string) {
  const look = useMemo(() => {
    const known = looks.get(name) ?? stored<TableLook>(`table.${name}`, first, read)
    looks.set(name, known)
    return known
  }, [name])
  const now = useStored(look)
  return { ...now, change: (part: Partial<TableLook>) => look.set({ ...look.get(), ...part }) }
}
