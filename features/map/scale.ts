const lengths = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.02]
const feet = 5280

/** The longest round length that fits into so many px of the map, how it is written, and how wide it is. */
export function scaleOf(milesPerPixel: number, room: number) {
  const miles = lengths.find((one) => one / milesPerPixel <= room) ?? lengths.at(-1)!
  const text =
    miles >= 0.25
      ? `${miles} mi`
      : `${(Math.round((miles * feet) / 50) * 50).toLocaleString('en-US')} ft`
  return { text, width: Math.round(miles / milesPerPixel) }
}
