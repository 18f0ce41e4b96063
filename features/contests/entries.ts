/**
 * A favourite saved in a contest's time, area and categories is one entry, and a photo of it makes so many more (rules:
 * contests). Triggers keep them in step (contests.sql), whoever saves, moves, deletes or merges favourites.
 */
export const entriesOfPhoto = 4
