/** A map of the world's middle latitudes, where nobody asked for a place. */
export const anywhere = { center: [-40, 30] as [number, number], zoom: 1.2 }
