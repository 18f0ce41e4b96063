import { data } from 'react-router'
import { parseId } from '#platform/text/id.ts'

/** A loader throws this if nothing exists at its address, so that the 404 page is shown. */
export const pageNotFound = () =>
  data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })

/** Returns the id in a route parameter (rules: ids). Throws the 404 page if it isn't a valid id. */
export function idFromParam(text: string | undefined): number {
  const id = parseId(text)
  if (id === null) throw pageNotFound()
  return id
}
