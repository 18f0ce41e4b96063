import { data } from 'react-router'

/** What a loader throws where its address leads nowhere: the page is the 404. */
export const nothingHere = () =>
  data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })

/** The id that stands in an address (rules: ids). */
export function idIn(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw nothingHere()
  return id
}
