/** Adds `name` to the address. The page shows this name until it has loaded the stored one. */
const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name })}`

export const adminRestaurantPath = (id: number, name: string) =>
  named(`/restaurentDetail/${id}`, name)
export const adminItemPath = (id: number, name: string) => named(`/itemDetails/${id}`, name)
export const adminCityPath = (city: string) =>
  city ? `/restaurent?${new URLSearchParams({ city })}` : '/restaurent'
