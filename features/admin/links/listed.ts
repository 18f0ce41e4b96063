/** Adds `name` to the address, which the page shows until it has loaded the stored name. */
const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name })}`

/** The coverage of a city. */
export const cityCoveragePath = (slug: string) => `/admin/cities/${slug}`

export const adminRestaurantPath = (id: number, name: string) =>
  named(`/restaurentDetail/${id}`, name)
export const adminItemPath = (id: number, name: string) => named(`/itemDetails/${id}`, name)
export const adminCityPath = (city: string) =>
  city ? `/restaurent?${new URLSearchParams({ city })}` : '/restaurent'
