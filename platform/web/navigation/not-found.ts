import { data } from 'react-router'

/** A loader throws this where nothing exists at its address: the 404 page is shown. */
export const pageNotFound = () =>
  data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })

/** The id in a route's parameter (rules: ids); throws the 404 page where it can't be one. */
export function idFromParam(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw pageNotFound()
  return id
}
