/** Favourites that a member keeps in a category. */
export const quota = 3
/** Longest description and longest item name, in characters as `characters` counts them. */
export const textLimit = 300
