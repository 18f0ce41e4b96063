/**
 * Maximum number of favorites per member and category (rules: quota). The database enforces it, since each favorite
 * takes one of the numbered slots.
 */
export const quota = 3
