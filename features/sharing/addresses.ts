/** Where the pictures of shared pages are (`image` in a screen's head), 1200 × 630. */
export const pictureOf = {
  site: '/og/site.png',
  category: (slug: string, citySlug?: string) =>
    `/og/category/${slug}${citySlug ? `/${encodeURIComponent(citySlug)}` : ''}.png`,
  restaurant: (id: number) => `/og/restaurant/${id}.png`,
  dish: (id: number) => `/og/dish/${id}.png`,
  member: (id: number) => `/og/member/${id}.png`,
}
