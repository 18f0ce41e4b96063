export type Credit = { text: string; href: string | null }

const entities: Record<string, string> = {
  copy: '©',
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  '#39': '’',
}

const plain = (html: string) =>
  html
    .replace(/<[^>]{0,500}>/g, ' ')
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)

/** Parses an attribution. It is HTML of unknown origin, so only its text and its web links are taken. */
export function parseAttribution(html: string): Credit[] {
  const credits: Credit[] = []
  const rest = html.replace(
    /<a\s[^>]{0,500}?href\s*=\s*["']([^"']{1,500})["'][^>]{0,500}>(.{0,500}?)<\/a>/gis,
    (_, href: string, text: string) => {
      const safe = URL.canParse(href) && /^https?:$/.test(new URL(href).protocol)
      credits.push({ text: plain(text), href: safe ? new URL(href).href : null })
      return ' '
    },
  )
  const words = plain(rest)
  if (words) credits.push({ text: words, href: null })
  return credits.filter(({ text }) => text)
}

/** Sources of the drawn map's data. */
export const drawnCredits = [
  { text: 'GeoNames', href: 'https://www.geonames.org/' },
  { text: 'Natural Earth', href: 'https://www.naturalearthdata.com/' },
  { text: 'US Census Bureau', href: 'https://www.census.gov/' },
]
