/** Returns the dollar signs for a price level of 1 to 4, and the text for screen readers. */
export function priceOf(level: number) {
  const signs = Math.min(Math.max(Math.round(level), 1), 4)
  return { signs: '$'.repeat(signs), spoken: `price level ${signs} of 4` }
}

/** Returns a distance as text, with one decimal below ten miles and in whole miles from there on. */
export const milesText = (miles: number) =>
  miles < 0.05 ? 'right here' : `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`
