/** Maximum number of places that are read from the chosen files. */
export const maxPlaces = 10_000
/** Maximum number of places in one request to the server. */
export const maxPlacesPerMatch = 50
/** Maximum number of restaurants that are offered for a place. */
export const maxCandidates = 5
/** Maximum number of a restaurant's dishes that are offered. */
export const maxDishesOffered = 4
