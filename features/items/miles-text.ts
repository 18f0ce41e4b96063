/** As one says it in the street: exact below ten miles, whole beyond. */
export const milesText = (miles: number) =>
  miles < 0.05 ? 'right here' : `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`
