/** Returns the dollar signs for a price level of 1 to 4, and the text for screen readers. */
export function formatPriceLevel(level: number) {
  const signs = Math.min(Math.max(Math.round(level), 1), 4)
  return { signs: '$'.repeat(signs), spoken: `price level ${signs} of 4` }
}
