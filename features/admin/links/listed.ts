/** Adds `name` to the address, which the page shows until it has loaded the stored name. */
const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name })}`

export const restaurantPage = (id: number, name: string) => named(`/restaurentDetail/${id}`, name)
export const itemPage = (id: number, name: string) => named(`/itemDetails/${id}`, name)
export const cityPage = (city: string) =>
  city ? `/restaurent?${new URLSearchParams({ city })}` : '/restaurent'
