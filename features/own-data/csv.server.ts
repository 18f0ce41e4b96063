import { csvOf } from '#platform/text/csv.ts'

export function csv(rows: object[]): string {
  const columns = Object.keys(rows[0] ?? {})
  return csvOf([
    columns,
    ...rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column])),
  ])
}
