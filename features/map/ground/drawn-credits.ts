/** What the drawn map is made of. */
export const drawnCredits = [
  { text: 'GeoNames', href: 'https://www.geonames.org/' },
  { text: 'Natural Earth', href: 'https://www.naturalearthdata.com/' },
  { text: 'US Census Bureau', href: 'https://www.census.gov/' },
]
