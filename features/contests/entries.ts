/**
 * Number of extra entries for a photo. A favorite that is saved in a contest's time, area and categories is one entry
 * (rules: contests). Triggers update the entries whenever favorites are saved, moved, deleted or merged (contests.sql).
 */
export const entriesPerPhoto = 4
