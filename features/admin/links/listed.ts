/** `name` is shown until the stored one is there. */
const named = (path: string, name: string) => `${path}?${new URLSearchParams({ name })}`

export const restaurantPage = (id: number, name: string) => named(`/restaurentDetail/${id}`, name)
export const itemPage = (id: number, name: string) => named(`/itemDetails/${id}`, name)
export const cityPage = (city: string) =>
  city ? `/restaurent?${new URLSearchParams({ city })}` : '/restaurent'
