import { data } from 'react-router'

/** A loader throws this if nothing exists at its address, so that the 404 page is shown. */
export const pageNotFound = () =>
  data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })

/** Returns the id in a route parameter (rules: ids). Throws the 404 page if it isn't a valid id. */
export function idFromParam(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw pageNotFound()
  return id
}
