/** Addresses of the pictures for shared pages (`image` in a screen's head), which are 1200 × 630 px. */
export const sharePicturePaths = {
  site: '/og/site.png',
  category: (slug: string, citySlug?: string) =>
    `/og/category/${slug}${citySlug ? `/${encodeURIComponent(citySlug)}` : ''}.png`,
  restaurant: (id: number) => `/og/restaurant/${id}.png`,
  dish: (id: number) => `/og/dish/${id}.png`,
  member: (id: number) => `/og/member/${id}.png`,
}
